package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/caarlos0/env/v11"

	"referto/internal/media/blob"
)

// Settings are everything that can be set from outside, each by an environment
// variable. `api config` prints this table.
type Settings struct {
	Listen    string `env:"LISTEN" envDefault:"127.0.0.1:8080" help:"address to serve on; port 0 takes a free one and prints it"`
	PublicURL string `env:"PUBLIC_URL" help:"address people use, without a slash at the end; required with DATABASE_URL; else http:// and LISTEN"`

	DatabaseURL        string `env:"DATABASE_URL" help:"database as the application role; empty: an embedded PostgreSQL below DATA_DIR"`
	MigrateDatabaseURL string `env:"MIGRATE_DATABASE_URL" help:"the same database as the owner role, for api migrate only"`
	BackupDatabaseURL  string `env:"BACKUP_DATABASE_URL" help:"the same database as the backup role, for api count-rows, keep-lists, after-restore and export-tenant only"`
	DatabaseConns      int    `env:"DATABASE_CONNECTIONS" envDefault:"16" help:"connections to the database for requests at most; the job queue has four more, news and readiness one each"`
	PostgresBinaries   string `env:"EMBEDPG_BIN" help:"folder of the PostgreSQL to embed; empty: the one npm installed, or Debian's"`

	DataDir     string   `env:"DATA_DIR" envDefault:"var" help:"folder for what the embedded defaults keep: database, keys, mails"`
	SigningKeys string   `env:"SIGNING_KEYS" help:"PEM file of Ed25519 keys, the first signs access tokens; required with DATABASE_URL, else made and kept below DATA_DIR"`
	SecretFiles []string `env:"SECRET_FILE" help:"file of at least 32 random bytes for cursors, refresh tokens and codes of tables, the same on all replicas; several with commas while it is replaced, of which the first makes them; required with DATABASE_URL, else made and kept below DATA_DIR"`

	SMTPURL  string `env:"SMTP_URL" help:"mail server: smtp://user:password@host:port (STARTTLS), smtps://… or smtp+plain://…; empty: mails become files below DATA_DIR"`
	MailFrom string `env:"MAIL_FROM" envDefault:"Referto <no-reply@localhost>" help:"sender of mails"`

	FilesURL string `env:"FILES_URL" help:"where photos and receipts are kept: s3://key:secret@host/bucket (TLS, with ?region= where there are several) or s3+plain://…, or file:///path for one server with a disk that lasts; empty: a folder below DATA_DIR"`
	ListsURL string `env:"LISTS_URL" help:"where api keep-lists keeps what a restored database is held against: an address like FILES_URL, of a place where the people of the database do not write"`

	SealingKeys       string `env:"SEALING_KEYS" help:"file of the keys that encrypt bank data and receipts, the same on all replicas: a line each, a name and 32 bytes in base64, the first encrypts; without it nothing opens that it encrypted; required with DATABASE_URL, else made and kept below DATA_DIR"`
	KeepBankData      int    `env:"KEEP_BANK_DATA_DAYS" envDefault:"90" help:"days after which bank data of a refund are erased once it is paid, refused or withdrawn"`
	KeepReceipts      int    `env:"KEEP_RECEIPTS_DAYS" envDefault:"3653" help:"days after which receipts of a paid refund are erased; the sums stay"`
	KeepOtherReceipts int    `env:"KEEP_UNPAID_RECEIPTS_DAYS" envDefault:"90" help:"days after which receipts of a refund are erased that was refused or withdrawn"`
	KeepIdleClaims    int    `env:"KEEP_IDLE_CLAIMS_DAYS" envDefault:"365" help:"days after which a claim of a refund ends with which nobody went on"`
	SecurityLogDays   int    `env:"SECURITY_LOG_DAYS" envDefault:"90" help:"days for which it is kept who was refused what, and from which address; api security-log shows it"`

	DrainDelay time.Duration `env:"DRAIN_DELAY" envDefault:"0s" help:"time for which a server that is told to stop goes on answering while /readyz says that it stops, so that a balancer finds out first, such as 15s"`

	MetricsListen string `env:"METRICS_LISTEN" envDefault:"127.0.0.1:0" help:"address to serve /metrics for Prometheus on, apart from everything else; port 0 takes a free one and prints it; empty: none"`
	TracesAddress string `env:"OTEL_EXPORTER_OTLP_ENDPOINT" help:"collector that traces are sent to by OTLP over HTTP, such as http://127.0.0.1:4318; empty: none are made. Other variables of OpenTelemetry hold, such as OTEL_TRACES_SAMPLER"`
	MemoryLimit   int    `env:"MEMORY_LIMIT_MB" help:"megabytes of memory that the program tries to stay below; default: GOMEMLIMIT, or four fifths of what its container or machine has, half where it runs a PostgreSQL of its own"`

	TrialEmail    string `env:"TRIAL_EMAIL" help:"account that plays the tournament of api trial; its address is confirmed"`
	TrialPassword string `env:"TRIAL_PASSWORD" help:"password of that account"`

	TrustedProxies []string `env:"TRUSTED_PROXIES" help:"networks whose X-Forwarded-For is believed, as CIDRs; none: nobody is in front who hides the addresses of people; required where PUBLIC_URL begins with https://"`

	AccountPoints    int `env:"RATE_PER_ACCOUNT" envDefault:"1200" help:"points a minute of an account; a request takes 1, an act 5, what computes much 20; 0: any number"`
	NetworkPoints    int `env:"RATE_PER_NETWORK" envDefault:"3000" help:"points a minute of those in a network who have not signed in; 0: any number"`
	TenantPoints     int `env:"RATE_PER_TENANT" envDefault:"12000" help:"points a minute of a tenant, beyond which those come first who have asked for little; 0: any number"`
	TenantsOfAccount int `env:"TENANTS_PER_ACCOUNT" envDefault:"10" help:"federations and clubs that an account founds in a day; 0: any number"`
	LettersOfTenant  int `env:"LETTERS_PER_TENANT" envDefault:"1000" help:"letters of a tenant in a day: that its people have sent, and twice as many with those that follow from acts; 0: any number"`
	UploadsOfTenant  int `env:"UPLOADS_PER_TENANT_MB" envDefault:"5000" help:"megabytes that are sent to a tenant in files in a day; 0: any number"`
	StreamsOfAccount int `env:"STREAMS_PER_ACCOUNT" envDefault:"50" help:"streams of events that an account holds open at a server; 0: any number"`
	StreamsOfNetwork int `env:"STREAMS_PER_NETWORK" envDefault:"1000" help:"streams of events that those in a network who have not signed in hold open at a server; 0: any number"`
	StreamsOfServer  int `env:"STREAMS_PER_SERVER" envDefault:"20000" help:"streams of events that are open at a server; 0: any number"`

	LogLevel       string `env:"LOG_LEVEL" envDefault:"info" help:"debug, info, warn or error"`
	LogFile        string `env:"LOG_FILE" help:"file that the log is added to; empty: standard error"`
	ProfilesListen string `env:"PPROF_LISTEN" help:"loopback address to serve profiles of net/http/pprof on, such as 127.0.0.1:6060; empty: none"`
}

func readSettings(environ []string) (Settings, error) {
	s, err := env.ParseAsWithOptions[Settings](env.Options{Environment: env.ToMap(environ)})
	if err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	return s, s.check()
}

// maxDrainDelay is far more than any balancer takes to notice: beyond it stands a mistyped unit.
const maxDrainDelay = 5 * time.Minute

// mostLimit is more than any limit that limits something.
const mostLimit = 1_000_000_000

// check lists all faults of the settings at once.
func (s Settings) check() error {
	var faults []error
	fault := func(name, format string, args ...any) {
		faults = append(faults, fmt.Errorf("settings: %s: %s", name, fmt.Sprintf(format, args...)))
	}
	if _, _, err := net.SplitHostPort(s.Listen); err != nil {
		fault("LISTEN", "want host:port, got %q", s.Listen)
	}
	if s.PublicURL != "" {
		if u, err := url.Parse(s.PublicURL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.HasSuffix(s.PublicURL, "/") {
			fault("PUBLIC_URL", "want http(s)://host without a slash at the end, got %q", s.PublicURL)
		}
	}
	if s.TracesAddress != "" {
		if u, err := url.Parse(s.TracesAddress); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			fault("OTEL_EXPORTER_OTLP_ENDPOINT", "want http(s)://host:port, got %q", s.TracesAddress)
		}
	}
	if s.MetricsListen != "" {
		if _, _, err := net.SplitHostPort(s.MetricsListen); err != nil {
			fault("METRICS_LISTEN", "want host:port or nothing, got %q", s.MetricsListen)
		}
	}
	if s.MemoryLimit != 0 && s.MemoryLimit < leastMemory {
		fault("MEMORY_LIMIT_MB", "want at least %d, got %d", leastMemory, s.MemoryLimit)
	}
	if s.DrainDelay < 0 || s.DrainDelay > maxDrainDelay {
		fault("DRAIN_DELAY", "want 0s to %s, got %s", maxDrainDelay, s.DrainDelay)
	}
	if s.DatabaseConns < 2 {
		fault("DATABASE_CONNECTIONS", "want at least 2, got %d", s.DatabaseConns)
	}
	for name, days := range map[string]int{
		"KEEP_BANK_DATA_DAYS": s.KeepBankData, "KEEP_RECEIPTS_DAYS": s.KeepReceipts,
		"KEEP_UNPAID_RECEIPTS_DAYS": s.KeepOtherReceipts, "KEEP_IDLE_CLAIMS_DAYS": s.KeepIdleClaims, "SECURITY_LOG_DAYS": s.SecurityLogDays,
	} {
		if days < 1 {
			fault(name, "want at least 1 day, got %d", days)
		}
	}
	for name, limit := range map[string]int{
		"RATE_PER_ACCOUNT": s.AccountPoints, "RATE_PER_NETWORK": s.NetworkPoints, "RATE_PER_TENANT": s.TenantPoints,
		"TENANTS_PER_ACCOUNT": s.TenantsOfAccount, "LETTERS_PER_TENANT": s.LettersOfTenant, "UPLOADS_PER_TENANT_MB": s.UploadsOfTenant,
		"STREAMS_PER_ACCOUNT": s.StreamsOfAccount, "STREAMS_PER_NETWORK": s.StreamsOfNetwork, "STREAMS_PER_SERVER": s.StreamsOfServer,
	} {
		if limit < 0 || limit > mostLimit {
			fault(name, "want 0 to %d, got %d", mostLimit, limit)
		}
	}
	if _, err := s.level(); err != nil {
		fault("LOG_LEVEL", "want debug, info, warn or error, got %q", s.LogLevel)
	}
	if _, err := s.proxies(); err != nil {
		fault("TRUSTED_PROXIES", "%v", err)
	}
	if s.ProfilesListen != "" {
		if err := checkLoopback(s.ProfilesListen); err != nil {
			fault("PPROF_LISTEN", "%v", err)
		}
	}
	return errors.Join(faults...)
}

// checkServe lists the settings that a server on its operator's own database lacks: the defaults of an embedded
// server would differ between replicas, and would be lost with its folder. With embedded false, every setting with
// such a default is required.
func (s Settings) checkServe(embedded bool) error {
	var faults []error
	if !embedded {
		for _, required := range []struct{ name, value, what string }{
			{"DATABASE_URL", s.DatabaseURL, "the database as the application role"},
			{"SMTP_URL", s.SMTPURL, "the mail server"},
			{"FILES_URL", s.FilesURL, "where photos and receipts are kept"},
		} {
			if required.value == "" {
				faults = append(faults, fmt.Errorf("settings: %s: required with -embedded=false: %s", required.name, required.what))
			}
		}
	}
	if strings.HasPrefix(s.PublicURL, "https://") && len(s.TrustedProxies) == 0 {
		faults = append(faults, errors.New("settings: TRUSTED_PROXIES: required where PUBLIC_URL begins with https://: something in front of the server ends TLS. Name its networks, or everybody seems to have its address and one person's failed sign-ins lock everybody out; none says that it hides nobody's"))
	}
	if s.DatabaseURL == "" {
		return errors.Join(faults...)
	}
	keyless := false
	for _, required := range []struct{ name, value, what string }{
		{"PUBLIC_URL", s.PublicURL, "the address people use: links in mails begin with it, and tokens are issued for it"},
		{"SIGNING_KEYS", s.SigningKeys, "the file of the keys that sign access tokens"},
		{"SECRET_FILE", strings.Join(s.SecretFiles, ","), "the file of the secret of cursors and refresh tokens"},
		{"SEALING_KEYS", s.SealingKeys, "the file of the keys that encrypt bank data and receipts"},
	} {
		if required.value == "" {
			faults = append(faults, fmt.Errorf("settings: %s: required with DATABASE_URL: %s", required.name, required.what))
			keyless = true
		}
	}
	if keyless {
		faults = append(faults, errors.New("settings: `api make-keys FOLDER` makes the three files, once for all replicas"))
	}
	return errors.Join(faults...)
}

func (s Settings) level() (level slog.Level, err error) {
	return level, level.UnmarshalText([]byte(s.LogLevel))
}

func (s Settings) proxies() ([]*net.IPNet, error) {
	var networks []*net.IPNet
	if len(s.TrustedProxies) == 1 && s.TrustedProxies[0] == "none" {
		return nil, nil
	}
	for _, text := range s.TrustedProxies {
		_, network, err := net.ParseCIDR(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// below is a place in the data folder.
func (s Settings) below(name ...string) string {
	return filepath.Join(append([]string{s.DataDir}, name...)...)
}

// files opens the store of files that FILES_URL names.
func (s Settings) files() (blob.Store, error) {
	files, err := blob.Open(s.FilesURL, s.below("files"))
	if err != nil {
		return nil, fmt.Errorf("settings: FILES_URL: %w", err)
	}
	return files, nil
}

// configCommand prints the table of settings.
func configCommand(_ context.Context, _ Settings, _ []string, stdout, _ io.Writer) error {
	w := tabwriter.NewWriter(stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "VARIABLE\tDEFAULT\tMEANING")
	t := reflect.TypeFor[Settings]()
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		fmt.Fprintf(w, "%s\t%s\t%s\n", tag.Get("env"), tag.Get("envDefault"), tag.Get("help"))
	}
	return w.Flush()
}
