package views

import (
	"referto/internal/league"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// Consequences are a change in the reader's words.
func (v View) Consequences(c tournament.Change) openapi.WhatIf {
	out := openapi.WhatIf{
		Struck: openapi.Each(c.Struck, func(s tournament.Struck) openapi.WhatIfStruck {
			return openapi.WhatIfStruck{Entry: v.EntryRef(s.Entry), Cause: openapi.WhatIfStruckCause(s.Cause), Explanation: v.Explain(s.Grounds)}
		}),
		Restored: openapi.Each(c.Restored, v.EntryRef), FinalistsOut: openapi.Each(c.FinalistsOut, v.EntryRef),
		Tables: []openapi.WhatIfTable{}, Ranks: openapi.Each(c.Ranks, v.rankChange), Places: openapi.Each(c.Places, v.rankChange),
		Further: openapi.Each(c.Further, func(f tournament.FurtherRanks) openapi.WhatIfFurther {
			return openapi.WhatIfFurther{Standings: f.ID, Ranks: openapi.Each(f.Ranks, v.rankChange)}
		}),
		FinalistsIn: []openapi.WhatIfFinalist{}, Awards: []openapi.WhatIfAward{}, Reports: []openapi.WhatIfReport{},
	}
	for _, t := range c.Tables {
		table := openapi.WhatIfTable{Round: t.Round, Table: t.Table, Running: openapi.WhatIfTableRunning(t.Running)}
		if t.Grounds != nil {
			table.Explanation = v.Explain(*t.Grounds)
		}
		out.Tables = append(out.Tables, table)
	}
	for _, q := range c.FinalistsIn {
		out.FinalistsIn = append(out.FinalistsIn, openapi.WhatIfFinalist{Entry: v.EntryRef(q.Entry), Replaces: int(q.Replaces), Explanation: v.Explain(q.Grounds)})
	}
	for _, award := range c.Awards {
		out.Awards = append(out.Awards, openapi.WhatIfAward{Award: award.ID, Before: v.holder(award.Before), After: v.holder(award.After)})
	}
	for _, report := range c.Reports {
		out.Reports = append(out.Reports, openapi.WhatIfReport{Entry: v.EntryRef(report.Entry), To: report.To, Explanation: v.Explain(report.Grounds)})
	}
	v.scoresOf(&out, c)
	if c.Next != nil {
		out.Next = openapi.WhatIfNext{Before: v.step(c.Next.Before), After: v.step(c.Next.After)}
	}
	return out
}

// scoresOf adds the changed scores of entries, void games, barred players, and changed seats.
func (v View) scoresOf(out *openapi.WhatIf, c tournament.Change) {
	out.Figures = openapi.Each(c.Figures, func(f tournament.FigureChange) openapi.WhatIfFigure {
		before, after := v.Rules.ShownApart(f.Criterion, f.Before, f.After)
		return openapi.WhatIfFigure{
			Entry: v.EntryRef(f.Entry), Criterion: f.Criterion.Figure, Label: v.label(f.Criterion),
			Before: before, After: after,
		}
	})
	out.Pending = openapi.Each(c.Pending, func(p tournament.PendingScore) openapi.WhatIfScore {
		return openapi.WhatIfScore{Entry: v.EntryRef(p.Entry), Round: p.Round, Explanation: v.Explain(p.Grounds)}
	})
	out.Copied = openapi.Each(c.Copied, func(s tournament.CopiedScore) openapi.WhatIfScore {
		return openapi.WhatIfScore{
			Entry: v.EntryRef(s.Entry), Round: s.Round, FromRound: s.From, Points: decimal(s.Points), Explanation: v.Explain(s.Grounds),
		}
	})
	out.Barred = openapi.Each(c.Barred, v.barred)
	out.Seats = openapi.Each(c.Seats, func(s tournament.SeatsChange) openapi.WhatIfSeats {
		return openapi.WhatIfSeats{Round: s.Round, Table: s.Table, Before: openapi.Each(s.Before, v.EntryRef), After: openapi.Each(s.After, v.EntryRef)}
	})
}

func (v View) rankChange(c tournament.RankChange) openapi.WhatIfRank {
	return openapi.WhatIfRank{Entry: v.EntryRef(c.Entry), Before: c.Before, After: c.After}
}

// holder names the entry that gets a prize; zero for nobody.
func (v View) holder(entry league.Entry) openapi.EntryRef {
	if entry == 0 {
		return openapi.EntryRef{}
	}
	return v.EntryRef(entry)
}

// step is the next round with its tables, or why there are none.
func (v View) step(s tournament.Step) openapi.WhatIfStep {
	out := openapi.WhatIfStep{Number: s.Number, Kind: openapi.RoundKind(s.Kind), Missing: s.Missing, Reasons: []openapi.Explanation{}}
	switch {
	case s.Err != nil:
		out.Reasons = append(out.Reasons, v.Explain(s.Err.Grounds))
	case s.Plan != nil:
		out.Tables, out.Reasons = seatings(*s.Plan), openapi.Each(s.Plan.Why(), v.Explain)
	}
	return out
}
