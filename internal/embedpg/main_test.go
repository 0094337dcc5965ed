package embedpg

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// asParent makes the test binary play another program that runs a server; its
// value is the program's options, as JSON.
const asParent = "EMBEDPG_TEST_PARENT"

func TestMain(m *testing.M) {
	if options := os.Getenv(asParent); options != "" {
		if err := playParent(options); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// playParent starts a server, prints its connection string and stops it when
// the standard input ends.
func playParent(options string) error {
	var o Options
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		return err
	}
	s, err := Start(context.Background(), o)
	if err != nil {
		return err
	}
	fmt.Println(s.DSN(superuser, superuser))
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return s.Stop(context.Background())
}

// parent is another program that runs a server.
type parent struct {
	cmd   *exec.Cmd
	stdin io.Closer
	says  *bufio.Reader
}

// newParent prepares the program; change its command before [parent.run].
func newParent(t *testing.T, o Options) *parent {
	t.Helper()
	options, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &parent{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), asParent+"="+string(options))
	p.cmd.Stderr = os.Stderr
	return p
}

// run starts the program, which is killed at the end of the test if still there.
func (p *parent) run(t *testing.T) {
	t.Helper()
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.stdin, p.says = stdin, bufio.NewReader(stdout)
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
}

// dsn waits for the server and returns its connection string.
func (p *parent) dsn(t *testing.T) string {
	t.Helper()
	line, err := p.says.ReadString('\n')
	if err != nil || strings.HasPrefix(line, "error:") {
		t.Fatalf("the parent says %q, %v", line, err)
	}
	return strings.TrimSpace(line)
}

// stateDir returns a folder that every account can reach, as t.TempDir is not.
func stateDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "embedpg-test-*") //nolint:usetesting // every account has to reach it
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return filepath.Join(dir, "state")
}

// eachVersion runs the test with every PostgreSQL on this machine; one there must be.
func eachVersion(t *testing.T, test func(t *testing.T, inst installation)) {
	t.Helper()
	found, err := installations(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, inst := range found {
		t.Run(fmt.Sprintf("PostgreSQL %d", inst.major), func(t *testing.T) {
			t.Parallel()
			test(t, inst)
		})
	}
}

// start starts a server that is stopped at the end of the test if it still runs.
func start(t *testing.T, o Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop(context.WithoutCancel(t.Context())) })
	return s
}

func stop(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// ask returns the one value that a query answers, as text.
func ask(t *testing.T, dsn, query string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var answer string
	if err := conn.QueryRow(t.Context(), query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

// do runs statements.
func do(t *testing.T, dsn, statements string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statements); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
}

// remember commits a word, and remembered asks for it.
func remember(t *testing.T, dsn, word string) {
	t.Helper()
	do(t, dsn, "create table if not exists memory (word text); insert into memory values ('"+word+"')")
}

func remembered(t *testing.T, dsn string) string {
	t.Helper()
	return ask(t, dsn, "select string_agg(word, ' ' order by word) from memory")
}
