package tournament

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// Request is a request to enter an event.
type Request struct {
	Entry league.Entry `json:"entry"`
	// At is the time of day at which it came; nil counts as in time.
	At *rules.ClockTime `json:"at,omitempty"`
	// Gone reports whether they have withdrawn before the start.
	Gone bool `json:"gone,omitempty"`
	// Accepted reports whether the referee lets them in if there is room.
	Accepted bool `json:"accepted,omitempty"`
}

// Admission lists the entrants who start and those who wait.
type Admission struct {
	// Size is the number of entrants for which the field is made, Tables the sizes of its tables; 0
	// and nil if the event cannot be played.
	Size   int   `json:"size"`
	Tables []int `json:"tables,omitempty"`
	// Entrants are those who start, Waiting the reserves, both in the order in which they would
	// play; Late are those who came after the deadline.
	Entrants []league.Entry `json:"entrants"`
	Waiting  []league.Entry `json:"waiting,omitempty"`
	Late     []league.Entry `json:"late,omitempty"`
	// Complete reports whether all places of the size are taken.
	Complete bool `json:"complete"`
	// Grounds cite the rule that was applied.
	Grounds league.Grounds `json:"grounds"`
	// Err is the refusal by the regulation; nil if the event can start.
	Err *league.RuleError `json:"error,omitempty"`
}

// Admit determines who starts an event, from the requests in the order in which they came (JP22 2
// and 4, FG14 1 and 2). Before is the size that the field had before anybody withdrew; 0 if it is
// not known or does not matter.
//
// A request after the deadline is late even if the referee would accept it: the further requests of
// FG14 1 are those after the twentieth, and FG14 2 sets the time for all.
func Admit(r *rules.Ruleset, requests []Request, before int) Admission {
	var a Admission
	var inTime []Request
	for _, request := range requests {
		late := r.Field.Deadline != nil && request.At != nil && *request.At > r.Field.Deadline.At
		switch {
		case !late:
			inTime = append(inTime, request)
		case !request.Gone:
			a.Late = append(a.Late, request.Entry)
		}
	}
	overflow := r.Field.Overflow
	switch {
	case overflow == nil:
		a.all(r, inTime)
	case overflow.Rule == rules.Reserves:
		a.withReserves(r, inTime, before)
	default:
		a.byReferee(r, inTime)
	}
	a.settle(r)
	return a
}

// all admits everybody who has not withdrawn.
func (a *Admission) all(r *rules.Ruleset, requests []Request) {
	a.Entrants = present(requests)
	a.Size = len(a.Entrants)
	a.Grounds = r.Grounds(r.Field.Paragraph, "everybody-admitted")
}

// withReserves admits the largest field that the entries fill; the last to enter wait.
func (a *Admission) withReserves(r *rules.Ruleset, requests []Request, before int) {
	rule := r.Field.Overflow
	here := present(requests)
	a.Size = r.Field.Largest(len(here))
	a.Grounds = r.Grounds(rule.Paragraph, "reserves-in-order-of-entry", "entries", strconv.Itoa(len(here)))
	if rule.Shortfall == rules.KeepSize && before > 0 {
		a.Size = before
	}
	n := min(a.Size, len(here))
	a.Entrants, a.Waiting = here[:n], here[n:]
}

// byReferee admits the first to enter. The others wait until somebody withdraws and the referee
// admits them.
func (a *Admission) byReferee(r *rules.Ruleset, requests []Request) {
	places := min(r.Field.Max, len(requests))
	a.Entrants = present(requests[:places])
	a.Grounds = r.Grounds(r.Field.Overflow.Paragraph, "waiting-for-referee", "max", strconv.Itoa(r.Field.Max))
	for _, request := range requests[places:] {
		switch {
		case request.Gone:
		case request.Accepted && len(a.Entrants) < r.Field.Max:
			a.Entrants = append(a.Entrants, request.Entry)
		default:
			a.Waiting = append(a.Waiting, request.Entry)
		}
	}
	a.Size = len(a.Entrants)
}

// settle determines whether the field can start, and at which tables.
func (a *Admission) settle(r *rules.Ruleset) {
	a.Complete = a.Size > 0 && len(a.Entrants) == a.Size
	var err error
	if !r.Field.Contains(a.Size) {
		err = r.RefuseField(len(a.Entrants) + len(a.Waiting))
	} else {
		a.Tables, err = seating.Partition(r, a.Size)
	}
	a.Err = league.Refusal(err)
}

// present returns the entries of the requests that were not withdrawn.
func present(requests []Request) []league.Entry {
	here := slices.DeleteFunc(slices.Clone(requests), func(request Request) bool { return request.Gone })
	entries := make([]league.Entry, len(here))
	for i, request := range here {
		entries[i] = request.Entry
	}
	return entries
}
