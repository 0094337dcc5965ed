package rules

import (
	"fmt"
	"slices"

	"referto/internal/league"
)

func (c *checker) scoring() {
	s := c.r.Scoring
	c.wins(s.Wins)
	oneOf(c, "/scoring/cap/rule", s.Cap.Rule, CapNobody, CapWinner, CapAll)
	c.cite("/scoring/cap/paragraph", s.Cap.Paragraph)
	if s.Share != (Share{}) {
		c.share(s.Share)
	}
	c.placeBy()
	c.level(s.Level)
	oneOf(c, "/scoring/declarer/rule", s.Declarer.Rule, "", DeclarerFirst, DeclarerAlone, ShareEqualVP, PointsOnly)
	c.citeIf(s.Declarer.Rule != "", "/scoring/declarer/paragraph", s.Declarer.Paragraph)
	if s.Points != nil {
		c.placePoints(*s.Points)
	}
	if s.PointsBy != "" {
		c.calculated("/scoring/pointsBy", s.PointsBy, OfSeat)
	}
	if l := s.Leavers; l != nil {
		oneOf(c, "/scoring/leavers/points", l.Points, NoPoints, ZeroPoints, FourthPlacePoint)
		c.must(l.Points != FourthPlacePoint || s.Points != nil && len(s.Points.For(4)) == 4, "/scoring/leavers/points", "no-fourth-place")
		c.must(l.Place >= 0 && l.Place <= MaxSeats, "/scoring/leavers/place", "outside-range")
		c.cite("/scoring/leavers/paragraph", l.Paragraph)
	}
	if s.Teams != nil {
		c.teams(*s.Teams)
	}
	if e := s.Entered; e != nil {
		for i, size := range e.Sizes {
			c.must(slices.Contains(c.r.Tables.AllSizes(), size), fmt.Sprintf("/scoring/entered/sizes/%d", i), "table-size-not-allowed")
		}
		c.must(len(e.Sizes) > 0, "/scoring/entered/sizes", "required")
		c.must(e.Range.Min <= e.Range.Max, "/scoring/entered/range", "empty-range")
		c.cite("/scoring/entered/paragraph", e.Paragraph)
	}
	if s.Void != nil {
		oneOf(c, "/scoring/void/counts", s.Void.Counts, CountsAsPlayed, NotPlayed)
		c.cite("/scoring/void/paragraph", s.Void.Paragraph)
	}
}

// wins checks the count of wins. A ruleset without one would give nobody a win, and every result a reason without a
// paragraph.
func (c *checker) wins(w Wins) {
	c.must(w != Wins{}, "/scoring/wins", "required")
	for _, weight := range []struct {
		name string
		WinWeight
	}{{"declared", w.Declared}, {"timeLimit", w.TimeLimit}, {"tooFewPlayers", w.TooFewPlayers}} {
		at := "/scoring/wins/" + weight.name
		c.must(weight.Counts.Cmp(league.Frac{}) >= 0 && weight.Counts.Cmp(league.Int(1)) <= 0, at+"/counts", "outside-range", "min", "0", "max", "1")
		c.citeIf(!weight.Counts.IsZero(), at+"/paragraph", weight.Paragraph)
	}
	oneOf(c, "/scoring/wins/endedEarly", w.EndedEarly, "", FullWin, NineTenthsWin)
	oneOf(c, "/scoring/wins/joint", w.Joint, "", JointEach, JointNone, JointSplit, JointByCriteria)
}

func (c *checker) share(s Share) {
	oneOf(c, "/scoring/share/total", s.Total, CappedTotal, RawTotal)
	oneOf(c, "/scoring/share/leavers", s.Leavers, Included, Excluded)
	oneOf(c, "/scoring/share/rounding", s.Rounding, Truncate, HalfUp, HalfEven, Exact, Trunc2, HalfUp2)
	c.must(s.Digits >= 0 && s.Digits <= maxDigits, "/scoring/share/digits", "outside-range")
	c.cite("/scoring/share/paragraph", s.Paragraph)
	if v := s.Virtual; v != nil {
		oneOf(c, "/scoring/share/virtual/when", v.When, StartedWithThree, AlsoThreeLeft)
		oneOf(c, "/scoring/share/virtual/total", v.Total, FloorTotal, Total2DP, ExactTotal)
		c.cite("/scoring/share/virtual/paragraph", v.Paragraph)
	}
}

func (c *checker) level(l Level) {
	oneOf(c, "/scoring/level/rule", l.Rule, RunningStanding, ThisGameOnly, FinalGame, GameCriteria, SharedPlaces)
	if l.Rule == SharedPlaces || l.Rule == GameCriteria {
		c.must(l.Standings == "", "/scoring/level/standings", "of-no-use")
	} else {
		c.standingsNamed("/scoring/level/standings", l.Standings)
	}
	c.must((l.Rule == GameCriteria) == (len(l.Criteria) > 0), "/scoring/level/criteria", "belongs-to-game-criteria")
	for i, k := range l.Criteria {
		at := fmt.Sprintf("/scoring/level/criteria/%d", i)
		c.ofOneGame(at, k)
	}
	c.cite("/scoring/level/paragraph", l.Paragraph)
}

// ofOneGame checks a criterion that decides between the seats of one game.
func (c *checker) ofOneGame(at string, k Criterion) {
	c.criterion(at, k)
	c.must(c.r.InGame(k), at+"/figure", "not-of-one-game")
	c.must(k.Combine == nil, at+"/combine", "of-no-use")
}

func (c *checker) placePoints(p PlacePoints) {
	oneOf(c, "/scoring/points/level", p.Level, ShareTruncate, ShareBetter, Average)
	c.cite("/scoring/points/paragraph", p.Paragraph)
	oneOf(c, "/scoring/points/given", p.Given, "", PerGame, PerEvent)
	c.must(p.Given != PerEvent || len(p.Event) > 0, "/scoring/points/event", "required")
	seats := make(map[int]bool)
	for i, t := range p.Tables {
		c.must(!seats[t.Seats], fmt.Sprintf("/scoring/points/tables/%d/seats", i), "repeated", "value", fmt.Sprint(t.Seats))
		seats[t.Seats] = true
	}
	for _, size := range c.r.Tables.AllSizes() {
		c.must(len(p.For(size)) == size || c.withoutPlaces(size),
			"/scoring/points/tables", "not-every-place-of-a-table", "seats", fmt.Sprint(size))
	}
}

// withoutPlaces reports whether tables of a size have no places to give points for.
func (c *checker) withoutPlaces(size int) bool {
	s := c.r.Scoring
	return s.InTeams(size) || s.ScoredElsewhere(size)
}

func (c *checker) teams(t TeamScore) {
	const at = "/scoring/teams"
	teams := make(map[string]int)
	for _, o := range c.r.Game.Objectives {
		teams[o.Team]++
	}
	c.must(slices.Contains(c.r.Tables.Sizes, t.Seats), at+"/seats", "table-size-not-allowed")
	c.must(len(teams) == 2 && len(c.r.Game.Objectives) == t.Seats && teams[""] == 0, "/game/objectives", "not-two-teams-of-a-table")
	oneOf(c, at+"/difference", t.Difference, Signed, Absolute, Clamped)
	oneOf(c, at+"/loserDifference", t.LoserDifference, SameDifference, Individual)
	sudden := Criterion{Figure: t.Sudden.Figure, Best: Most, Paragraph: t.Sudden.Paragraph}
	c.criterion(at+"/sudden", sudden)
	c.must(c.r.InGame(sudden), at+"/sudden/figure", "not-of-one-game")
	oneOf(c, at+"/sudden/wholeTeam", t.Sudden.WholeTeam, WholeTeamRaised, BestOnlyRaised)
	for i, k := range t.Ties {
		here := fmt.Sprintf("%s/ties/%d", at, i)
		c.ofOneGame(here, k)
	}
	oneOf(c, at+"/retiring/rule", t.Retiring.Rule, TeamPointsAndPenalty, PenaltyOnly)
	for _, cited := range []struct{ pointer, paragraph string }{
		{"/winner", t.Winner.Paragraph}, {"/loser", t.Loser.Paragraph}, {"/retiring", t.Retiring.Paragraph}, {"", t.Paragraph},
	} {
		c.cite(at+cited.pointer+"/paragraph", cited.paragraph)
	}
}

// sums checks the figures that are added up from recorded ones.
func (c *checker) sums() {
	g := c.r.Game
	c.unique("/game/sums", "id", names(g.Sums, func(s Sum) string { return s.ID }))
	for i, s := range g.Sums {
		at := fmt.Sprintf("/game/sums/%d", i)
		recorded := slices.ContainsFunc(g.Figures, func(f Figure) bool { return f.ID == s.ID })
		c.must(!recorded && !slices.Contains(computedFigures, s.ID), at+"/id", "reserved", "value", s.ID)
		c.must(len(s.Terms) > 0, at+"/terms", "required")
		for j, term := range s.Terms {
			c.term(fmt.Sprintf("%s/terms/%d/figure", at, j), term.Figure)
			c.must(term.Times != 0 && max(term.Times, -term.Times) <= maxTimes, fmt.Sprintf("%s/terms/%d/times", at, j), "outside-range")
		}
		c.cite(at+"/paragraph", s.Paragraph)
	}
}

// term checks a term of a sum: it is a recorded figure, so that no sum can lead
// back to itself.
func (c *checker) term(at, figure string) {
	g := c.r.Game
	if slices.ContainsFunc(g.Sums, func(s Sum) bool { return s.ID == figure }) {
		c.fault(at, "sum-of-sums", "figure", figure)
		return
	}
	known := figure == FigureVP || slices.ContainsFunc(g.Figures, func(f Figure) bool { return f.ID == figure })
	c.must(known, at, "no-such-figure", "figure", figure)
}

// maxTimes bounds how often a term of a sum counts, far from the end of 64
// bits.
const maxTimes = 1000

// leaving checks the sections on those who go and those who come late.
func (c *checker) leaving() {
	l := c.r.Leaving
	oneOf(c, "/leaving/withdrawn", l.Withdrawn, "", KeptInStandings, OutOfStandings)
	oneOf(c, "/leaving/disqualified", l.Disqualified, "", KeptInStandings, OutOfStandings)
	oneOf(c, "/leaving/finalPlace", l.FinalPlace, "", LastOfAll, NoPlace)
	oneOf(c, "/leaving/ban", l.Ban, "", FutureEvents)
	oneOf(c, "/leaving/untilDecided", l.UntilDecided, "", BarredUntilDecided, PlaysUntilDecided)
	c.citeIf(l != (Leaving{}), "/leaving/paragraph", l.Paragraph)
	if a := c.r.Attendance; a != nil {
		c.must(a.Grace >= 0, "/attendance/grace", "too-small", "least", "0")
		c.must(a.CardsForgone >= 0, "/attendance/cardsForgone", "too-small", "least", "0")
		c.cite("/attendance/paragraph", a.Paragraph)
	}
	if a := c.r.Appearance; a != nil {
		c.appearance(a)
	}
}

func (c *checker) awards() {
	c.unique("/awards", "id", names(c.r.Awards, func(a Award) string { return a.ID }))
	for i, a := range c.r.Awards {
		at := fmt.Sprintf("/awards/%d", i)
		oneOf(c, at+"/to", a.To, ToWinner, ToBestOther)
		if a.To == ToBestOther {
			c.standingsNamed(at+"/standings", a.Standings)
			oneOf(c, at+"/games", a.Games, TwoRounds, WithFinal)
			oneOf(c, at+"/finalLeavers", a.FinalLeavers, "", AwardKept, AwardStruck)
		} else {
			c.must(a.FinalLeavers == "", at+"/finalLeavers", "of-no-use")
			c.must(a.Standings == "", at+"/standings", "of-no-use")
			c.must(a.Games == "", at+"/games", "of-no-use")
		}
		c.cite(at+"/paragraph", a.Paragraph)
	}
}
