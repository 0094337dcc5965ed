package authzapi_test

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/alexedwards/argon2id"
	"github.com/jackc/pgx/v5"

	"referto/internal/apitest"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

// count is a number from the database as the superuser sees it.
func count(t *testing.T, s *apitest.Server, sql string, args ...any) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// alter changes rows that no operation of the API changes yet.
func alter(t *testing.T, s *apitest.Server, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// atOnce does n things at the same moment.
func atOnce(n int, do func(i int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			do(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// statuses of some answers, sorted.
func statuses(answers ...*apitest.Answer) []int {
	var out []int
	for _, a := range answers {
		out = append(out, a.Status)
	}
	slices.Sort(out)
	return out
}

// traits are all that an answer shows, without what differs from one request to the
// next by design: its date and id.
func traits(t *testing.T, a *apitest.Answer) string {
	t.Helper()
	var b strings.Builder
	header := a.Header.Clone()
	for _, name := range []string{"Date", "X-Request-Id"} {
		header.Del(name)
	}
	b.WriteString(http.StatusText(a.Status) + "\n")
	if err := header.Write(&b); err != nil {
		t.Fatal(err)
	}
	if len(a.Body) == 0 {
		return b.String()
	}
	var body map[string]any
	a.Into(&body)
	delete(body, "requestId")
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	b.Write(text)
	return b.String()
}

// cheapHash is the hash of a password at a cost of former days.
func cheapHash(t *testing.T, password string) string {
	t.Helper()
	hash, err := argon2id.CreateHash(password, &argon2id.Params{Memory: 8192, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	return hash
}
