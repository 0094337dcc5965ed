package views

import (
	"encoding/json"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// Discipline makes the sums of the sanctions after a round.
func (v View) Discipline(round tournament.RoundState) openapi.RoundDiscipline {
	out := openapi.RoundDiscipline{Round: round.Number, Warnings: []openapi.WarningCount{}, Expelled: []openapi.ExpelledEntry{}}
	for _, entry := range slices.Sorted(maps.Keys(round.Record.Warnings)) {
		out.Warnings = append(out.Warnings, openapi.WarningCount{Entry: v.EntryRef(entry), Warnings: round.Record.Warnings[entry]})
	}
	for _, e := range round.Expelled {
		expelled := openapi.ExpelledEntry{
			Entry: v.EntryRef(e.Entry), Moment: openapi.MomentAfterRound, Cause: openapi.ExpelledEntryCause(e.Cause),
		}
		if e.At.During {
			expelled.Moment = openapi.MomentDuringGame
		}
		for _, s := range v.Sanctions {
			if s.ID.String() == e.Sanction.Ref {
				expelled.Sanction = s.ID
			}
		}
		out.Expelled = append(out.Expelled, expelled)
	}
	return out
}

// SanctionView makes a sanction with its consequences.
func (v View) SanctionView(s facts.Sanction) openapi.Sanction {
	out := openapi.Sanction{
		Id: s.ID, Entry: v.EntryRef(league.Entry(s.Entry)), Kind: openapi.SanctionKind(s.Kind), Moment: openapi.MomentAfterRound, Round: s.Round,
		Reason: v.free(s.Reason), Rule: v.rule(s.Paragraph), By: s.GivenBy, At: s.GivenAt, RevokedReason: v.free(s.RevokedReason),
		Effective: s.RevokedAt == nil && (s.Kind != league.Expulsion || s.ConfirmedAt != nil), Offense: s.Offense,
	}
	if s.Kind == league.Points {
		out.Points = v.penalty(s)
	}
	if s.During {
		out.Moment = openapi.MomentDuringGame
	}
	if s.ConfirmedAt != nil {
		out.ConfirmedAt = *s.ConfirmedAt
	}
	if s.ConfirmedBy != nil {
		out.ConfirmedBy = *s.ConfirmedBy
	}
	if s.RevokedAt != nil {
		out.RevokedAt = *s.RevokedAt
	}
	for _, expulsion := range v.State.Record.Expelled {
		if expulsion.Sanction.Ref == s.ID.String() {
			out.Expels, out.Explanation = true, v.Explain(expulsion.Grounds)
		}
	}
	for _, report := range v.State.Record.Reports {
		if report.Sanction.Ref == s.ID.String() {
			out.ReportedTo = report.To
		}
	}
	return out
}

// penalty makes the points that a penalty adds in the standings.
func (v View) penalty(s facts.Sanction) openapi.Decimal {
	if points, ok := tournament.PenaltyPoints(v.Rules, s.League()); ok {
		return points.String()
	}
	return "0"
}

// Withdrawal makes a withdrawal with the player, the time and the reason.
func (v View) Withdrawal(w facts.Withdrawal) openapi.Withdrawal {
	out := openapi.Withdrawal{
		Id: w.ID, Entry: v.EntryRef(league.Entry(w.Entry)), AfterRound: w.Round, Moment: openapi.MomentAfterRound, Reason: w.Reason, By: w.GivenBy, At: w.GivenAt,
		Unexcused: w.Unexcused, Finalist: w.Qualified,
	}
	if grounds, barred := v.Bars(league.Entry(w.Entry)); barred && w.RevokedAt == nil {
		out.Bars = v.Explain(grounds)
	}
	if w.During {
		out.Moment = openapi.MomentDuringGame
	}
	if w.RevokedAt != nil {
		out.RevokedAt = *w.RevokedAt
	}
	return out
}

// Ruling makes a referee's ruling.
func (v View) Ruling(r facts.Ruling) openapi.Ruling {
	out := openapi.Ruling{
		Id: r.ID, Question: v.free(r.Question), Decision: v.free(r.Decision), Rule: v.rule(r.Paragraph), By: r.GivenBy, At: r.GivenAt,
		State: openapi.RulingStateDecided, AppealReason: v.free(r.AppealReason), Upheld: r.Upheld, FinalDecision: v.free(r.FinalDecision),
	}
	if r.Round != nil {
		out.Round = *r.Round
	}
	if r.TableNumber != nil {
		out.Table = *r.TableNumber
	}
	if r.AppealedAt != nil {
		out.State, out.AppealAt, out.AppealBy = openapi.RulingStateAppealed, *r.AppealedAt, v.EntryRef(league.Entry(*r.AppealEntry))
	}
	if r.FinalAt != nil {
		out.State, out.FinalAt = openapi.RulingStateFinal, *r.FinalAt
	}
	if r.FinalBy != nil {
		out.FinalBy = *r.FinalBy
	}
	return out
}

// explainPenalties adds to the lines of points the points that penalties up to the end of a round have taken
// off, so that terms and penalties add up to the sum (SQ00 penalties).
func (v View) explainPenalties(out *openapi.Comparison, c standings.Comparison, round int) {
	for i, line := range c.Lines {
		if line.Criterion.Figure == rules.FigurePoints {
			out.Lines[i].A.Penalties = v.penaltiesOf(c.A, round)
			out.Lines[i].B.Penalties = v.penaltiesOf(c.B, round)
		}
	}
}

// penaltiesOf returns an entry's penalties in points up to the end of a round, in the order given. The
// referee's own words are left out, because the public may read only the paragraph.
func (v View) penaltiesOf(entry league.Entry, round int) []openapi.PointsPenalty {
	var out []openapi.PointsPenalty
	for s, points := range v.PointPenalties(entry, round) {
		out = append(out, openapi.PointsPenalty{Round: s.Round, Points: decimal(points), Rule: v.rule(v.PenaltyParagraph(s))})
	}
	return out
}

// Object decodes stored JSON, which is always an object or nothing.
func Object(raw json.RawMessage) map[string]any {
	var out map[string]any
	if len(raw) == 0 || json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}
