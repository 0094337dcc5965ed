package serve_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// figure returns the value of a server's metric with labels as they are written; -1 if it is missing.
func figure(t *testing.T, s *apitest.Server, series string) float64 {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(series) + ` (\S+)$`).FindStringSubmatch(s.Metrics())
	if found == nil {
		return -1
	}
	value, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func wantFigure(t *testing.T, s *apitest.Server, series string, want float64) {
	t.Helper()
	if got := figure(t, s, series); got != want {
		t.Errorf("%s is %v, want %v", series, got, want)
	}
}

// The refusals of a limit are counted by reason, once, whether a program or a page was refused.
func TestLimitsHitAreCounted(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, metered(4, 0, 0))
	series := `limits_hit_total{reason="too-many-requests"}`
	wantFigure(t, s, series, 0)
	stranger := s.Anonymous()
	for range 4 {
		stranger.Get("/tenants/nobody", apitest.From("192.0.2.7")).Want(404)
	}
	wantFigure(t, s, series, 0)
	stranger.Get("/tenants/nobody", apitest.From("192.0.2.7")).Refused(429, "too-many-requests")
	wantFigure(t, s, series, 1)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.Address+"/sign-in", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", "192.0.2.7")
	r.Header.Set("Accept", "text/html")
	page, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	if page.StatusCode != http.StatusTooManyRequests {
		t.Fatalf("the page is answered by %d", page.StatusCode)
	}
	wantFigure(t, s, series, 2)
}

// Requests that wait for a connection are counted while they do, and timed afterwards.
func TestWaitsForTheDatabaseAreCounted(t *testing.T) {
	t.Parallel()
	s := apitest.StartHurried(t, tenantdbtest.Create(t))
	anna := s.SignUp("Anna Lodi")
	before := figure(t, s, `database_wait_seconds_count{outcome="refused"}`)
	_, _, most := s.DB().Stats()
	hold, held, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	for range most {
		go func() {
			ended <- tenantdb.Global(t.Context(), s.DB(), nil, func(tx tenantdb.GlobalTx) error {
				err := tx.Send(&tenantdb.Batch{})
				held <- struct{}{}
				<-hold
				return err
			})
		}()
		<-held
	}
	answered := make(chan struct{})
	go func() { defer close(answered); anna.Get("/me").Refused(503, "busy") }()
	for s.DB().Queued() == 0 {
		time.Sleep(time.Millisecond)
	}
	<-answered
	close(hold)
	for range most {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if after := figure(t, s, `database_wait_seconds_count{outcome="refused"}`); after <= before {
		t.Errorf("%v refused, %v before", after, before)
	}
	wantFigure(t, s, "database_waiting", 0)
	anna.Get("/me").Want(200)
}

// The database reports by how much a server's clock is off, and whether its archiving works; it is queried once a
// minute.
func TestTheDatabaseSaysHowItIs(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	wantFigure(t, s, "database_archive_failing", 0)
	ahead := figure(t, s, "database_clock_ahead_seconds")
	if ahead == -1 || ahead < -60 || ahead > 60 { // both are this machine's
		t.Errorf("the clock is %v s ahead", ahead)
	}
	if again := figure(t, s, "database_clock_ahead_seconds"); again != ahead {
		t.Errorf("it was asked again: %v s ahead, %v before", again, ahead)
	}
}

// Jobs are counted by kind and outcome; the backlog, its age and the dead jobs are in the database.
func TestJobsAreCounted(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	for _, series := range []string{"jobs_due", "jobs_oldest_seconds", "jobs_dead"} {
		wantFigure(t, s, series+`{kind="notice.remind"}`, 0)
	}
	s.SignUp("Anna Lodi")
	sent := regexp.MustCompile(`(?m)^jobs_total\{kind="letter\.[a-z-]+",outcome="done"\} [1-9]`)
	for until := time.Now().Add(time.Minute); !sent.MatchString(s.Metrics()); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("no letter is counted")
		}
	}
	s.Database.Alter(t, `insert into jobs.river_job (kind, args, state, max_attempts, scheduled_at, finalized_at) values
		('notice.remind', '{"of": "the past"}', 'retryable', 12, now() + interval '1 hour', null), ('notice.remind', '{}', 'discarded', 12, now(), now())`)
	s.Database.Alter(t, `update jobs.river_job set errors = array[jsonb_build_object('at', now() - interval '2 hours')], attempt = 3 where state = 'retryable'`)
	other := s.Replica() // which has not asked the database yet
	wantFigure(t, other, `jobs_due{kind="notice.remind"}`, 1)
	wantFigure(t, other, `jobs_dead{kind="notice.remind"}`, 1)
	if age := figure(t, other, `jobs_oldest_seconds{kind="notice.remind"}`); age < 7200 || age > 7300 {
		t.Errorf("the oldest is %v s old, want two hours", age)
	}
	if text := other.Metrics(); strings.Contains(text, "the past") {
		t.Error("metrics hold what a job is about")
	}
}
