package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"referto/internal/embedpg"
)

// nodesOfCluster is the number of nodes of a cluster, and of the members of its etcd.
const nodesOfCluster = 3

// cluster are nodes of PostgreSQL that Patroni leads, with an etcd that knows the leader: everything on this machine,
// with the traffic between nodes, etcd and servers over connections that can be silenced.
type cluster struct {
	folder   string
	uid, gid int
	etcd     []*exec.Cmd
	nodes    []*node
	led      *node // last by
}

// node is one PostgreSQL with its Patroni.
type node struct {
	name    string
	file    string // of its settings
	data    string // folder
	rest    string // host:port of Patroni
	port    int    // of PostgreSQL, past the line
	process *exec.Cmd
	clients *line   // by which servers reach PostgreSQL
	others  []*line // by which nodes reach it and its Patroni, and by which it reaches etcd
}

// settings of Patroni. The times decide how long there is no leader: a dead node is noticed after ttl at most. In
// synchronous mode an act is acknowledged once a second node has it, and only that one may lead next.
const settingsOfNode = `
scope: referto
name: %[1]s
restapi: {listen: '%[2]s', connect_address: '%[3]s'}
etcd3: {hosts: [%[4]s], use_proxies: true}
bootstrap:
  dcs:
    ttl: 8
    loop_wait: 2
    retry_timeout: 3
    master_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {max_connections: 100, wal_level: replica, hot_standby: on, wal_keep_size: 256MB, wal_log_hints: on, wal_retrieve_retry_interval: 500ms}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
postgresql:
  listen: 127.0.0.1:%[5]d
  connect_address: '%[6]s'
  data_dir: %[7]s
  bin_dir: %[8]s
  pgpass: %[7]s.pgpass
  authentication:
    replication: {username: replicator, password: rehearsed}
    superuser: {username: postgres, password: rehearsed}
    rewind: {username: rewinder, password: rehearsed}
  pg_hba: [local all all trust, host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
  parameters: {unix_socket_directories: '%[9]s'}
`

// startCluster starts etcd and all nodes, and waits until one leads and the others follow.
func startCluster(ctx context.Context, folder string, lines *toxiproxy) (c *cluster, err error) {
	c = &cluster{folder: folder}
	owner, err := user.Lookup("postgres")
	if err != nil {
		return c, fmt.Errorf("%w: %w (Debian's package postgresql-15)", errCannot, err)
	}
	if c.uid, err = strconv.Atoi(owner.Uid); err != nil {
		return c, err
	}
	if c.gid, err = strconv.Atoi(owner.Gid); err != nil {
		return c, err
	}
	binaries, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(binaries) == 0 {
		return c, fmt.Errorf("%w: no PostgreSQL (Debian's package postgresql-15)", errCannot)
	}
	if err := os.Chown(folder, c.uid, c.gid); err != nil {
		return c, err
	}
	stores, err := c.startEtcd(ctx)
	if err != nil {
		return c, err
	}
	for i := range nodesOfCluster {
		n, err := c.newNode(ctx, fmt.Sprintf("node-%d", i+1), binaries[len(binaries)-1], stores, lines)
		if err != nil {
			return c, err
		}
		c.nodes = append(c.nodes, n)
		if err := c.start(n); err != nil {
			return c, err
		}
	}
	_, err = c.whole(ctx, 2*time.Minute)
	return c, err
}

// startEtcd starts the members of etcd and returns where they listen.
func (c *cluster) startEtcd(ctx context.Context) (clients []string, err error) {
	var peers, initial []string
	for i := range nodesOfCluster {
		for _, to := range []*[]string{&clients, &peers} {
			port, err := freePort()
			if err != nil {
				return nil, err
			}
			*to = append(*to, net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		}
		initial = append(initial, fmt.Sprintf("etcd-%d=http://%s", i+1, peers[i]))
	}
	for i := range nodesOfCluster {
		name := fmt.Sprintf("etcd-%d", i+1)
		process, err := c.run(name, "etcd", "--name", name, "--data-dir", c.at(name), "--listen-peer-urls", "http://"+peers[i], "--initial-advertise-peer-urls", "http://"+peers[i],
			"--listen-client-urls", "http://"+clients[i], "--advertise-client-urls", "http://"+clients[i], "--initial-cluster", strings.Join(initial, ","), "--initial-cluster-state", "new")
		if err != nil {
			return nil, fmt.Errorf("%w: etcd (Debian's package etcd-server): %w", errCannot, err)
		}
		c.etcd = append(c.etcd, process)
	}
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		if _, err := get(ctx, "http://"+clients[0]+"/health"); err == nil {
			return clients, nil
		} else if time.Since(began) > 30*time.Second {
			return nil, fmt.Errorf("etcd is never there: %w", err)
		}
	}
}

// newNode chooses the places of a node, and the lines that lead to it and from it to etcd.
func (c *cluster) newNode(ctx context.Context, name, binaries string, stores []string, lines *toxiproxy) (*node, error) {
	n := &node{name: name, file: c.at(name + ".yml"), data: c.at(name)}
	rest, err := freePort()
	if err != nil {
		return n, err
	}
	if n.port, err = freePort(); err != nil {
		return n, err
	}
	n.rest = net.JoinHostPort("127.0.0.1", strconv.Itoa(rest))
	unique := strconv.FormatInt(time.Now().UnixNano(), 36)
	lead := func(what, to string) (*line, error) {
		return lines.line(ctx, name+"-"+what+"-"+unique, to)
	}
	postgres := net.JoinHostPort("127.0.0.1", strconv.Itoa(n.port))
	if n.clients, err = lead("clients", postgres); err != nil {
		return n, err
	}
	for _, way := range []struct{ what, to string }{{"rest", n.rest}, {"nodes", postgres}} {
		l, err := lead(way.what, way.to)
		if err != nil {
			return n, err
		}
		n.others = append(n.others, l)
	}
	var hosts []string
	for i, store := range stores {
		l, err := lead(fmt.Sprintf("etcd-%d", i+1), store)
		if err != nil {
			return n, err
		}
		n.others = append(n.others, l)
		hosts = append(hosts, "'"+l.address+"'")
	}
	text := fmt.Sprintf(settingsOfNode, name, n.rest, n.others[0].address, strings.Join(hosts, ", "), n.port, n.others[1].address, n.data, binaries, c.folder)
	return n, os.WriteFile(n.file, []byte(text), 0o644) //nolint:gosec // the account of PostgreSQL reads it
}

func (c *cluster) at(name string) string { return filepath.Join(c.folder, name) }

// run starts a process as the account of PostgreSQL.
func (c *cluster) run(name, program string, args ...string) (*exec.Cmd, error) {
	log, err := os.OpenFile(c.at(name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	process := exec.Command(program, args...) //nolint:noctx // ended by end
	process.Dir, process.Env = "/", []string{"PATH=/usr/bin:/bin", "HOME=" + c.folder, "LC_ALL=C.UTF-8", "TZ=UTC"}
	process.Stdout, process.Stderr = log, log
	runAs(process, c.uid, c.gid)
	return process, process.Start()
}

// start starts the Patroni of a node, which starts PostgreSQL.
func (c *cluster) start(n *node) (err error) {
	if n.process, err = c.run(n.name, "patroni", n.file); err != nil {
		return fmt.Errorf("%w: patroni (Debian's package patroni): %w", errCannot, err)
	}
	return nil
}

// get asks for something by HTTP and returns the answer if it is 200.
func get(ctx context.Context, address string) ([]byte, error) {
	ctx, end := context.WithTimeout(ctx, 2*time.Second)
	defer end()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, response.Status)
	}
	return text, nil
}

// whole waits until one node leads, another has every act before it is acknowledged and may take over, and the third
// follows. It returns the leader.
func (c *cluster) whole(ctx context.Context, patience time.Duration) (*node, error) {
	for began := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		leader, missing := c.missing(ctx)
		if missing == "" {
			c.led = leader
			return leader, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if time.Since(began) > patience {
			return nil, fmt.Errorf("the cluster is not whole after %s: %s\n%s", patience, missing, c.account(ctx))
		}
	}
}

// missing returns the parts that a cluster still lacks. Each node is asked about itself, because the nodes' knowledge
// of each other is outdated if one has just woken up or was cut off.
func (c *cluster) missing(ctx context.Context) (leader *node, missing string) {
	var following []string
	for _, n := range c.nodes {
		var found struct {
			State, Role string
			Replication []struct {
				State     string
				SyncState string `json:"sync_state"`
			}
		}
		text, err := get(ctx, "http://"+n.rest+"/patroni")
		if err == nil {
			err = json.Unmarshal(text, &found)
		}
		switch {
		case err != nil:
			return nil, fmt.Sprintf("%s says nothing: %v", n.name, err)
		case found.State != "running":
			return nil, fmt.Sprintf("%s is %s", n.name, found.State)
		case found.Role == "replica":
			continue
		case leader != nil:
			return nil, fmt.Sprintf("%s and %s both lead", leader.name, n.name)
		}
		leader = n
		for _, f := range found.Replication {
			following = append(following, f.State+" "+f.SyncState)
		}
	}
	slices.Sort(following)
	switch {
	case leader == nil:
		return nil, "nobody leads"
	case !slices.Equal(following, []string{"streaming async", "streaming sync"}) && !slices.Equal(following, []string{"streaming potential", "streaming sync"}):
		return nil, fmt.Sprintf("%s is followed by %q", leader.name, following)
	case !c.mayTakeOver(ctx, leader):
		return nil, "nobody may take over from " + leader.name
	}
	return leader, ""
}

// mayTakeOver reports whether etcd names a node that may take over from the one that leads.
func (c *cluster) mayTakeOver(ctx context.Context, leader *node) bool {
	text, err := get(ctx, "http://"+leader.rest+"/cluster")
	var found struct{ Members []struct{ Role string } }
	if err != nil || json.Unmarshal(text, &found) != nil {
		return false
	}
	for _, m := range found.Members {
		if m.Role == "sync_standby" {
			return true
		}
	}
	return false
}

// account is the report of nodes about themselves and of their followers, and the ends of their logs.
func (c *cluster) account(ctx context.Context) string {
	var text strings.Builder
	for _, n := range c.nodes {
		said, err := get(ctx, "http://"+n.rest+"/patroni")
		fmt.Fprintf(&text, "== %s %s %v\n", n.name, said, err)
		written, _ := os.ReadFile(c.at(n.name + ".log"))
		text.Write(written[max(0, len(written)-6000):])
	}
	return text.String()
}

// processes are the processes of a node: Patroni, and PostgreSQL with its children.
func (n *node) processes() []int {
	all := []int{n.process.Process.Pid}
	postmaster, err := embedpg.Postmaster(n.data)
	if err != nil {
		return all
	}
	return append(append(all, postmaster), childrenOf(postmaster)...)
}

// signal sends a signal to all processes of a node.
func (n *node) signal(signal syscall.Signal) {
	for _, pid := range n.processes() {
		_ = syscall.Kill(pid, signal)
	}
}

// silence has nothing pass between a node and the others and etcd, while servers reach it; or has it pass again.
func (n *node) silence(ctx context.Context, silent bool) error {
	for _, l := range n.others {
		if !silent {
			return l.mend(ctx) // of all lines at once
		}
		if err := l.spoil(ctx, "timeout", attributes{"timeout": 0}); err != nil {
			return err
		}
	}
	return nil
}

// dsn is the address of a database for a role: of the node that takes writes, past all connections that can be
// silenced. The last leader comes first: another may not have a database yet that was just made, and a client that
// gets this error asks no other node.
func (c *cluster) dsn(database, role string) string {
	var hosts, ports []string
	nodes := slices.Clone(c.nodes)
	slices.SortStableFunc(nodes, func(a, b *node) int {
		switch c.led {
		case a:
			return -1
		case b:
			return 1
		}
		return 0
	})
	for _, n := range nodes {
		hosts, ports = append(hosts, "127.0.0.1"), append(ports, strconv.Itoa(n.port))
	}
	return fmt.Sprintf("host=%s port=%s dbname=%s user=%s password=rehearsed sslmode=disable target_session_attrs=read-write connect_timeout=3",
		strings.Join(hosts, ","), strings.Join(ports, ","), database, role)
}

// url is the like for servers, by the lines of clients.
func (c *cluster) url(database, role string) string {
	var places []string
	for _, n := range c.nodes {
		places = append(places, n.clients.address)
	}
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable&target_session_attrs=read-write", role, strings.Join(places, ","), database)
}

// end ends everything at once.
func (c *cluster) end() {
	for _, n := range c.nodes {
		if n.process != nil {
			n.signal(syscall.SIGKILL)
			_ = n.process.Wait()
		}
		for _, l := range append(n.others, n.clients) {
			_ = l.remove(context.Background())
		}
	}
	for _, process := range c.etcd {
		_ = process.Process.Kill()
		_ = process.Wait()
	}
}
