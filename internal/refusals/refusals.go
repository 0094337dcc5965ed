// Package refusals collects refusals in memory, for the security log and for the audits of tenants.
//
// A [Ledger] notes refusals without waiting for anything, and hands them over in lines: one for each address,
// account, tenant, operation and reason, with the number and the times of the first and last refusal. The number of
// lines is bounded whatever is sent: an attacker's further lines are folded into one line of their reason, which
// still counts them. Package refusalsdb stores the lines.
package refusals

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"
)

// Refusal has the fields by which lines are distinguished.
type Refusal struct {
	Status    int    // 401, 403 or 429
	Reason    string // of the answer
	Operation string // of the API, or method and pattern of a page
	// Address is the one that the request came from; the zero Addr if that is not known, and in folded lines.
	Address netip.Addr
	// Account is the one that asked, or whose password was guessed at; uuid.Nil if it is unknown.
	Account uuid.UUID
	Tenant  uuid.UUID // uuid.Nil outside of tenants
}

// Line is a refusal that was repeated.
type Line struct {
	Refusal
	First, Last time.Time
	Times       int
	RequestID   string // of the first
}

// Act is an act in a tenant that is recorded even where it is refused.
type Act struct {
	Tenant, Account, Event uuid.UUID // no event: uuid.Nil
	Operation, Reason      string
}

// Attempt is an act that was refused; the same act again is the same attempt until it is given away.
type Attempt struct {
	Act
	At        time.Time
	RequestID string
}

// The bounds on lines: so many at once, and one more after each pause. In ninety days that is two million.
const (
	linesAtOnce = 2000
	lineEvery   = 4 * time.Second
	// attemptsOfTenant bounds the attempts of one tenant between two calls of Take, and attemptsAtOnce those of all
	// tenants.
	attemptsOfTenant = 20
	attemptsAtOnce   = 500
)

// Ledger takes note of refusals. Make one with [New]. It is safe for concurrent use.
type Ledger struct {
	mu       sync.Mutex
	lines    map[Refusal]*Line
	budget   *rate.Limiter
	attempts map[Act]Attempt
	ofTenant map[uuid.UUID]int
	acts     *rate.Limiter
	folded   int64
}

// New is an empty ledger.
func New() *Ledger {
	every := rate.Every(lineEvery)
	return &Ledger{
		lines: map[Refusal]*Line{}, budget: rate.NewLimiter(every, linesAtOnce),
		attempts: map[Act]Attempt{}, ofTenant: map[uuid.UUID]int{}, acts: rate.NewLimiter(every, attemptsAtOnce),
	}
}

// Note takes note of a refusal.
func (l *Ledger) Note(r Refusal, request string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines[r] == nil && !l.budget.AllowN(at, 1) {
		l.folded++
		r, request = Refusal{Status: r.Status, Reason: r.Reason}, ""
	}
	l.add(Line{Refusal: r, First: at, Last: at, Times: 1, RequestID: request})
}

func (l *Ledger) add(more Line) {
	line := l.lines[more.Refusal]
	if line == nil {
		l.lines[more.Refusal] = &more
		return
	}
	line.Times += more.Times
	if more.First.Before(line.First) {
		line.First, line.RequestID = more.First, more.RequestID
	}
	if more.Last.After(line.Last) {
		line.Last = more.Last
	}
}

// NoteAct takes note of an act that was refused. One too many is folded: the security log alone counts it.
func (l *Ledger) NoteAct(a Act, request string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, noted := l.attempts[a]; noted {
		return
	}
	if l.ofTenant[a.Tenant] >= attemptsOfTenant || !l.acts.AllowN(at, 1) {
		l.folded++
		return
	}
	l.ofTenant[a.Tenant]++
	l.attempts[a] = Attempt{Act: a, At: at, RequestID: request}
}

// Take removes and returns the notes, the earliest first.
func (l *Ledger) Take() ([]Line, []Attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []Line
	for _, line := range l.lines {
		lines = append(lines, *line)
	}
	slices.SortFunc(lines, func(a, b Line) int { return a.First.Compare(b.First) })
	var attempts []Attempt
	for _, attempt := range l.attempts {
		attempts = append(attempts, attempt)
	}
	slices.SortFunc(attempts, func(a, b Attempt) int { return a.At.Compare(b.At) })
	clear(l.lines)
	clear(l.attempts)
	clear(l.ofTenant)
	return lines, attempts
}

// Return takes back notes that could not be stored. They are returned again by the next Take, with the notes taken
// meanwhile.
func (l *Ledger) Return(lines []Line, attempts []Attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range lines {
		l.add(line)
	}
	for _, attempt := range attempts {
		if _, noted := l.attempts[attempt.Act]; !noted {
			l.ofTenant[attempt.Tenant]++
		}
		l.attempts[attempt.Act] = attempt
	}
}

// Folded counts the refusals that have no line of their own.
func (l *Ledger) Folded() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.folded
}
