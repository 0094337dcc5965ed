package officiating

import (
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/qualify"
)

// Leaving returns the moment at which an entry that still plays leaves. If leaving without good
// reason bars from further events, it also accepts an entry that is already out, disqualified or by
// the result of its game: the first of the two makes it out, and the other bars it (BG 1.1.7).
func (s *Situation) Leaving(entry league.Entry, unexcused bool) (league.Moment, error) {
	at, err := s.Moment(entry, false)
	withdrew := func(w facts.Withdrawal) bool { return w.RevokedAt == nil && w.Entry == int(entry) }
	if err != nil && s.RequireRunning() == nil && s.IsOut(entry) &&
		unexcused && s.Rules.Leaving.Ban != "" && !slices.ContainsFunc(s.Withdrawals, withdrew) {
		at, err = league.Moment{Round: len(s.Rounds)}, nil
	}
	at.During = s.InGame(entry)
	return at, err
}

// Withdraw makes the record that an entry leaves for good at a moment (CN09 3.5), without id: if
// its table is playing it leaves the game, which the result has to state. Unexcused means without
// good reason, for which some rulesets bar (BG 1.1.7).
func (s *Situation) Withdraw(entry league.Entry, reason string, unexcused bool, now time.Time) (facts.Withdrawal, error) {
	at, err := s.Leaving(entry, unexcused)
	return facts.Withdrawal{
		Ordinal: len(s.Withdrawals) + 1, Entry: int(entry), Round: at.Round, During: at.During, Reason: reason,
		Unexcused: unexcused, Qualified: s.IsFinalist(entry), GivenAt: now,
	}, err
}

// IsFinalist reports whether an entry has been named for a final to which the standings qualify, so
// that the first of those excluded replaces it (FG14 3). After a semifinal others are called up
// (CN09 3.5), for which the withdrawal alone is enough.
func (s *Situation) IsFinalist(entry league.Entry) bool {
	elimination, next := s.Rules.Elimination, s.State.Next
	if next.Kind != league.Final || next.Provisional || elimination.Semifinal != nil || len(elimination.Final.FromTables) > 0 {
		return false
	}
	return slices.ContainsFunc(s.State.Finalists, func(q qualify.Qualified) bool { return q.Entry == entry })
}

// MayRevokeWithdrawal refuses to revoke a withdrawal once another round is drawn, or if a result
// marks the entry as a leaver.
func (s *Situation) MayRevokeWithdrawal(w facts.Withdrawal) error {
	switch err := s.RequireRunning(); {
	case err != nil:
		return err
	case w.RevokedAt != nil:
		return league.NotNow("withdrawal-revoked")
	case w.Round < len(s.Rounds):
		return league.NotNow("round-drawn-since", "round", strconv.Itoa(len(s.Rounds)))
	case w.During && !s.InGame(league.Entry(w.Entry)):
		return league.NotNow("result-says-left", "entry", strconv.Itoa(w.Entry))
	}
	return nil
}
