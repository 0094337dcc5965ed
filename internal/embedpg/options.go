package embedpg

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Options say which PostgreSQL is to run, where its data are and how it is set.
// The zero value runs the newest installation found, on a throw-away cluster.
type Options struct {
	// State is the folder of the data, made if missing; relative to the
	// working directory. Empty: a throw-away cluster, removed by Stop.
	State string

	// Binaries is a PostgreSQL installation: the folder that holds bin/postgres,
	// or postgres itself. Empty: look in the usual places.
	Binaries string

	// Major is the major version wanted (15, 18). Zero: the version of the data
	// found in State, else the first installation found.
	Major int

	// Log receives the server's log, as it comes. Nil: dropped.
	Log io.Writer

	// Settings are server parameters by name, as in postgresql.conf. Those that
	// keep the data safe or the server private are refused.
	Settings map[string]string
}

// fixed are the parameters that callers may not change: the first three keep
// commits safe, the others are this package's own business.
var fixed = map[string]string{
	"fsync":              "on",
	"full_page_writes":   "on",
	"synchronous_commit": "on",

	"config_file":             "",
	"data_directory":          "",
	"external_pid_file":       "",
	"hba_file":                "",
	"listen_addresses":        "",
	"port":                    "",
	"unix_socket_directories": "",
	"unix_socket_permissions": "",
}

// usual are the parameters that callers may change.
var usual = map[string]string{
	"log_timezone":    "UTC",
	"max_connections": "100",
	"shared_buffers":  "64MB",
	"timezone":        "UTC",
}

// throwAway are further parameters of a throw-away cluster, which callers may change too. Its data are few and new,
// its life and the life of its connections are short: compiling a query, planning it anew for other values, gathering
// statistics and keeping a log for replicas cost more than they bring. Nothing here makes a commit less safe.
var throwAway = map[string]string{
	"autovacuum":         "off",
	"checkpoint_timeout": "1h",
	"jit":                "off",
	"plan_cache_mode":    "force_generic_plan",

	// Without statistics many small tables look like much to read, and to start a process
	// that helps costs more than to read them.
	"max_parallel_workers_per_gather": "0",
}

// parameters returns the command line arguments of the server parameters,
// in alphabetical order, without those that depend on the place.
func (o Options) parameters() ([]string, error) {
	all := maps.Clone(usual)
	if o.State == "" {
		maps.Copy(all, throwAway)
	}
	for name, value := range o.Settings {
		name = strings.ReplaceAll(strings.ToLower(name), "-", "_") // as PostgreSQL reads it
		if _, ok := fixed[name]; ok {
			return nil, fmt.Errorf("embedpg: the setting %s is fixed", name)
		}
		all[name] = value
	}
	for name, value := range fixed {
		if value != "" {
			all[name] = value
		}
	}
	var args []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		args = append(args, "-c", name+"="+all[name])
	}
	return args, nil
}
