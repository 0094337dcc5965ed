package pages

// stakesModel is the content of the template "stakes".
type stakesModel struct {
	Tier       string
	Why, Valid explanation
	Lines      []stakeLine
	Next       string
	NextRule   ruleRef
	NextLines  []stakeLine
}

type stakeLine struct {
	Place int
	Text  string
	Rule  ruleRef
}

// stakes shows the worth of the event; nil if it belongs to no season.
func (s *eventPage) stakes() *stakesModel {
	if s.Stakes == nil {
		return nil
	}
	v := s.Stakes
	m := &stakesModel{Tier: v.Tier, Why: s.explained(v.Why), Valid: s.explained(v.Valid), Lines: s.stakeLines(v.Stakes)}
	if v.Next != nil {
		m.Next = s.text("stakes.next", "count", v.Next.Missing, "tier", v.Next.Name)
		m.NextRule, m.NextLines = s.cite(v.Next.Rule), s.stakeLines(v.Next.Stakes)
	}
	return m
}

func (s *eventPage) stakeLines(stakes []Stake) []stakeLine {
	lines := make([]stakeLine, len(stakes))
	for i, stake := range stakes {
		lines[i] = stakeLine{Place: stake.Place, Text: stake.Text, Rule: s.cite(stake.Rule)}
	}
	return lines
}
