package views

import (
	"slices"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/internal/league"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// InSeason makes the consequences of the event for its season in the current state.
func (v View) InSeason(of *register.Season) openapi.EventInSeason {
	id := v.EventFacts.Event.ID
	state, _ := of.EventState(id)
	out := openapi.EventInSeason{
		Standing: openapi.EventInSeasonStanding(state.Standing), Entered: state.Entered, Played: state.Played, Stakes: []openapi.Stake{},
	}
	if r, regional := of.RegionOfFinal(v.EventFacts.Event); regional {
		out.Final = format(r.Format, v.Explain)
	}
	stakes, known := of.State.Stakes(id)
	if !known {
		return out
	}
	out.Tier, out.Missing, out.Explanation = v.tier(stakes.Tier), stakes.Missing, v.Explain(state.TierGrounds)
	out.Stakes = openapi.Each(stakes.Places, stake)
	if next := stakes.Next; next != nil {
		out.NextTier, out.MissingForNext, out.NextStakes = v.tier(next.Tier), next.Missing, openapi.Each(next.Places, stake)
	}
	return out
}

func (v View) tier(t rules.Tier) openapi.TierRef {
	return TierRef(v.Rules, t)
}

// TierRef is a tier of a ruleset.
func TierRef(r *rules.Ruleset, t rules.Tier) openapi.TierRef {
	out := openapi.TierRef{Id: t.ID, Name: t.Name, Least: t.Least}
	if t.Paragraph != "" {
		out.Rule = openapi.Rule{Code: r.Code, Paragraph: t.Paragraph}
	}
	return out
}

func stake(s season.Stake) openapi.Stake {
	return openapi.Stake{Rank: s.Rank, To: openapi.StakeTo(s.To), Refund: s.Refund, Substitute: s.Substitute}
}

// Checklist makes the demands on the event, and how far they are met.
func (v View) Checklist(of *register.Season) openapi.Checklist {
	id := v.EventFacts.Event.ID
	state, _ := of.EventState(id)
	demands := state.Checks
	if of.Checked(id) == homologation.Invalidated {
		demands = homologation.Settled(demands)
	}
	out := openapi.Checklist{
		State: openapi.HomologationState(of.Checked(id)), ReportBy: wireDay(state.ReportBy), DaysLeft: homologation.DaysLeft(v.EventFacts.Event, state.ReportBy, v.now),
		Demands: openapi.Each(demands, v.demand), Breaches: openapi.Each(state.Breaches, v.Explain), InSeason: v.InSeason(of),
	}
	for i := range out.Demands { // the person who reports sees which photos there are
		if d := &out.Demands[i]; d.Demand == openapi.DemandPhotosMissing && d.Result == openapi.CheckedDemandResultOpen && of.HasPhoto(v.EventFacts.Event, d.Kind) {
			d.Result = openapi.CheckedDemandResultMet
		}
	}
	if v.EventFacts.Event.State == facts.Finished && of.Checked(id) == homologation.Returned {
		out.AnswerBy = wireDay(homologation.AnsweredBy(v.EventFacts.Event, of.LastVerdict(id).DecidedAt))
		out.Unanswered = homologation.Unanswered(v.EventFacts.Event, of.LastVerdict(id), of.LastReport(id), v.now)
	}
	grounds, late := of.Late(id, v.now)
	if out.Late = late; late {
		out.LateBecause = v.Explain(grounds)
	}
	if state.Prizes != nil {
		out.Prizes = v.Explain(state.Prizes.Grounds)
	}
	return out
}

// examined is the checklist with the findings on the report, and the evidence for the arrival of the last one.
func (v View) examined(p reportdesk.Papers) openapi.Checklist {
	out := v.Checklist(p.Season)
	out.Findings = openapi.Each(p.Findings(), func(f homologation.Finding) openapi.Finding {
		return openapi.Finding{Result: openapi.FindingResult(f.Result), Explanation: v.Explain(f.Grounds)}
	})
	if n := len(p.Sent); n > 0 {
		out.Receipt = v.stated(p.Season, p.Sent[n-1])
	}
	return out
}

func (v View) demand(c season.Check) openapi.CheckedDemand {
	return openapi.CheckedDemand{
		Demand: openapi.Demand(c.Demand), Kind: c.Params["kind"], Rounds: v.roundsOf(c), Result: openapi.CheckedDemandResult(c.Result),
		WaivedBy: openapi.CheckedDemandWaivedBy(c.Waive), Explanation: v.Explain(c.Grounds),
	}
}

// roundsOf returns the rounds in which a photo has to be taken (CN09 1.6.a); nil if it may be any round.
func (v View) roundsOf(c season.Check) []int {
	if c.Demand != season.PhotosMissing {
		return nil
	}
	i := slices.IndexFunc(v.Rules.Season.Documents, func(d rules.Document) bool { return d.Kind == c.Params["kind"] })
	if i < 0 {
		return nil
	}
	return v.Rules.Season.Documents[i].Rounds
}

// wireDay is a day on the wire.
func wireDay(d rules.Day) openapi_types.Date {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		panic(err) // days are checked where they come in
	}
	return openapi_types.Date{Time: t}
}

// rankingView is the order in which the event ended.
func (v View) rankingView() []openapi.PlacedPlayer {
	return openapi.Each(v.State.Final, func(row tournament.FinalRow) openapi.PlacedPlayer {
		return openapi.PlacedPlayer{Place: row.Place, Player: v.EntryRef(row.Entry).Player}
	})
}

// sent is a report that was sent.
func (v View) sent(of *register.Season) func(facts.Report) openapi.SentReport {
	return func(r facts.Report) openapi.SentReport {
		return openapi.SentReport{
			Number: r.Number, ReceivedAt: r.ReceivedAt, SentAt: r.SentAt, By: r.SentBy, Notes: r.Notes, Digest: r.Digest,
			Late: of.LateAt(v.EventFacts.Event, r.ReceivedAt), Stated: v.stated(of, r),
		}
	}
}

// stated explains who stated when a report was received, and on which day; it is empty if the report was
// received as it was sent.
func (v View) stated(of *register.Season, r facts.Report) openapi.Explanation {
	if r.ReceivedAt.Equal(r.SentAt) {
		return openapi.Explanation{}
	}
	e := v.EventFacts.Event
	return v.Explain(of.RulesOf(e).Grounds(of.RulesOf(e).Season.Report.Paragraph, "receipt-stated",
		"day", r.ReceivedAt.In(e.Location()).Format(time.DateOnly), "by", r.SentBy, "on", r.SentAt.In(e.Location()).Format(time.DateOnly)))
}

// Report are the papers of the event, with the document of its games.
func (v View) Report(p reportdesk.Papers, document []byte) openapi.EventReport {
	r := p.Report
	return openapi.EventReport{
		Event: v.EventFacts.Event.ID, Checklist: v.examined(p), Yours: openapi.Each(p.Own, v.Explain), Entered: r.Entered, Played: r.Played, Ranking: v.rankingView(),
		Staff: openapi.Each(r.Staff, func(s reportdesk.ReportStaff) openapi.ReportedStaff {
			return openapi.ReportedStaff{Name: v.w.Person(s.Name), Role: openapi.StaffRole(s.Role)}
		}),
		Refused: openapi.Each(r.Refused, v.refused),
		Expelled: openapi.Each(r.Expelled, func(x reportdesk.ReportExpulsion) openapi.ReportedExpulsion {
			moment := openapi.MomentAfterRound
			if x.During {
				moment = openapi.MomentDuringGame
			}
			return openapi.ReportedExpulsion{Entry: v.EntryRef(x.Entry), Moment: moment, Round: x.Round, Reason: x.Reason, Explanation: v.Explain(x.Grounds)}
		}),
		Photos: openapi.Each(r.Photos, func(x reportdesk.ReportPhoto) openapi.ReportedPhoto {
			return openapi.ReportedPhoto{Kind: x.Kind, Round: x.Round}
		}),
		Sent: openapi.Each(p.Sent, v.sent(p.Season)), Document: document,
	}
}

// refused makes an entrant who may not take part.
func (v View) refused(x season.Refusal) openapi.RefusedPlayer {
	var account *uuid.UUID
	if i := slices.IndexFunc(v.Entries, func(e facts.Entry) bool { return e.PlayerID == x.Player }); i >= 0 {
		account = v.Entries[i].AccountID
	}
	return openapi.RefusedPlayer{Player: v.player(x.Player), Explanation: v.Barring(account, x.Grounds)[0]}
}

// player is a player of the event; without an entry they have no name here.
func (v View) player(id league.PlayerID) openapi.PlayerRef {
	i := slices.IndexFunc(v.Entries, func(e facts.Entry) bool { return e.PlayerID == id })
	if i < 0 {
		return openapi.PlayerRef{Id: id}
	}
	return v.playerRef(v.Entries[i])
}

// Homologation makes all that is known about the homologation of the event.
func (v View) Homologation(h reportdesk.Homologation) openapi.Homologation {
	return openapi.Homologation{
		Event: v.EventFacts.Event.ID, Checklist: v.examined(h.Papers), Yours: openapi.Each(h.Own, v.Explain), Ranking: v.rankingView(), Reports: openapi.Each(h.Sent, v.sent(h.Season)),
		Decisions: openapi.Each(h.Decisions, decided), Revision: v.EventFacts.Event.Revision,
	}
}

func decided(d facts.Decision) openapi.DecidedHomologation {
	out := openapi.DecidedHomologation{
		Number: d.Number, Decision: openapi.DecidedHomologationDecision(d.Kind), Unsound: d.Unsound, Reason: d.Reason,
		Waived: openapi.Each(d.Waived, func(name string) openapi.Demand { return openapi.Demand(name) }), ForContact: d.ForContact, By: d.DecidedBy, At: d.DecidedAt,
	}
	if d.Report != nil {
		out.Report = *d.Report
	}
	return out
}
