package leagueapi

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// registerView is the wire's picture of a season's finals, in a language.
type registerView struct {
	*register.Season
	w *words.Words
	// names are those of the people who were asked for with [registerView.with].
	names map[league.PlayerID]facts.PlayerLabel
	// to is who reads it.
	to reader
}

// newRegister makes a view with the names of everybody in some places, and of others.
func newRegisterView(door tenantdb.Door, s *register.Season, language string, to reader, places []season.Place, others ...league.PlayerID) (registerView, error) {
	v := registerView{Season: s, w: words.For(language), names: map[league.PlayerID]facts.PlayerLabel{}, to: to}
	ask := map[uuid.UUID]bool{}
	for _, p := range places {
		ask[p.Holder.UUID] = true
		for _, step := range p.Steps {
			ask[step.Player.UUID] = true
		}
	}
	for _, id := range others {
		ask[id.UUID] = true
	}
	delete(ask, uuid.Nil)
	ids := make([]uuid.UUID, 0, len(ask))
	for id := range ask {
		ids = append(ids, id)
	}
	var labels []facts.PlayerLabel
	b := &tenantdb.Batch{}
	leaguedb.LoadLabels(b, &labels, ids)
	if err := door.Send(b); err != nil {
		return v, err
	}
	for _, l := range labels {
		v.names[l.ID] = l
	}
	return v, nil
}

// wireID is the id of a place as addresses take it.
func wireID(id season.PlaceID) string { return strings.ReplaceAll(string(id), "/", ".") }

// placeID is what [wireID] was made of.
func placeID(text string) season.PlaceID { return season.PlaceID(strings.ReplaceAll(text, ".", "/")) }

// Explain puts grounds into words.
func (v registerView) Explain(g league.Grounds) openapi.Explanation {
	g = v.to.told(g, false)
	return explanation(g, v.w.Reason(g.Reason, g.Params, nil))
}

// player is somebody by name; the zero value for nobody, and for people who are made up.
func (v registerView) player(id league.PlayerID) openapi.PlayerRef {
	l, known := v.names[id]
	if !known {
		return openapi.PlayerRef{}
	}
	return openapi.PlayerRef{Id: id, Name: l.Name, Club: l.Club}
}

// region is a region of the season by name; the zero value for none.
func (v registerView) region(id league.RegionID) openapi.Region {
	i := slices.IndexFunc(v.Regions, func(r facts.SeasonRegion) bool { return r.ID == id.UUID })
	if i < 0 { // it has left the season
		return openapi.Region{Id: id.UUID}
	}
	return openapi.Region{Id: id.UUID, Name: v.Regions[i].Name}
}

// event is an event of the season by title; the zero value for none.
func (v registerView) event(id league.EventID) openapi.EventRef {
	if e := v.Event(id); e != nil && e.Title != "" { // one that is only supposed has no title
		return eventOf(e)
	}
	return openapi.EventRef{}
}

func eventOf(e *facts.Event) openapi.EventRef {
	if e == nil {
		return openapi.EventRef{}
	}
	return openapi.EventRef{Id: e.ID, Title: e.Title}
}

// place is a place of the register.
func (v registerView) place(p season.Place) openapi.Place {
	out := openapi.Place{
		Id: wireID(p.ID), Final: openapi.SeasonFinal(p.To), Region: v.region(p.Region), Host: v.region(v.Host(p)),
		Origin: openapi.PlaceOrigin{
			Kind: openapi.PlaceOriginKind(p.Origin.Kind), Event: v.event(p.Origin.Event), Region: v.region(p.Origin.Region),
			Tier: p.Origin.Tier, Rank: p.Origin.Rank, Day: string(p.Origin.Day),
		},
		Holder: v.player(p.Holder), State: openapi.PlaceState(p.State), Provisional: p.Provisional, Substitute: p.Substitute,
		Refund: p.Refund, RefundExplanation: v.Explain(p.RefundGrounds), Steps: openapi.Each(p.Steps, v.step),
	}
	if p.AnswerBy != nil {
		out.AnswerBy = p.AnswerBy.UTC()
	}
	return out
}

func (v registerView) step(s season.PlaceStep) openapi.PlaceStep {
	return openapi.PlaceStep{Kind: openapi.PlaceStepKind(s.Kind), Player: v.player(s.Player), At: utc(s.At), Explanation: v.Explain(s.Grounds)}
}

// utc is an instant as the wire has it; the zero time stays zero.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC()
}

// format is how the final of a region is played, in the words of a reader.
func format(f season.FinalState, explain func(league.Grounds) openapi.Explanation) openapi.FinalFormat {
	return openapi.FinalFormat{Kind: openapi.FinalKind(f.Kind), Field: f.Field, Semifinals: f.Semifinals, Explanation: explain(f.Grounds)}
}

// regionFinal is how the final of a region is played.
func (v registerView) regionFinal(r season.RegionState) openapi.RegionFinal {
	out := openapi.RegionFinal{
		Region: v.region(r.Region), Host: v.region(r.Host), Format: format(r.Format, v.Explain),
		Event:     eventOf(v.FinalEvent(rules.ToRegionalFinal, r.Host)),
		Finalists: openapi.Each(r.Finalists, wireID), CalledUp: openapi.Each(r.CalledUp, wireID), Undecided: openapi.Each(v.Undecided(r.Region), eventOf),
		Lost: []openapi.LostPlace{},
	}
	for _, p := range v.State.Places {
		if p.State.Gone() && p.To == rules.ToRegionalFinal && (p.Region == r.Region || v.Host(p) == r.Region) {
			out.Lost = append(out.Lost, v.lost(p))
		}
	}
	if res := r.Result; res != nil {
		out.Result = openapi.FinalResult{
			Event: v.event(res.Event), Day: string(res.Day), Late: res.Late, Valid: res.Valid,
			Standing: openapi.SeasonStanding(res.Standing), Breaches: openapi.Each(res.Breaches, v.Explain),
			WithoutPlace: openapi.Each(res.WithoutPlace, v.player),
		}
	}
	for _, m := range v.Merges { // the last word counts
		if m.RegionID == r.Region.UUID {
			out.Merge = openapi.RegionMerge{
				Number: m.Ordinal, Region: v.region(r.Region), Into: v.region(league.RegionID{UUID: m.IntoID}), Reason: m.Reason, DecidedAt: m.DecidedAt.UTC(),
			}
		}
	}
	for _, d := range v.Decisions {
		if d.RegionID == r.Region.UUID {
			out.Decision = openapi.FinalDecision{
				Number: d.Ordinal, Kind: openapi.DecidedKind(d.Kind), Semifinals: d.Semifinals, Why: d.Why, DecidedAt: d.DecidedAt.UTC(),
				CalledUp: openapi.Each(d.CalledUp, func(id uuid.UUID) openapi.PlayerRef { return v.player(league.PlayerID{UUID: id}) }),
			}
		}
	}
	return out
}

// finals are all finals of the season.
func (v registerView) finals() openapi.FinalList {
	out := openapi.FinalList{
		Items: openapi.Each(v.State.Regions, v.regionFinal),
		National: openapi.NationalFinal{
			Event: eventOf(v.FinalEvent(rules.ToNationalFinal, league.RegionID{})), Undecided: openapi.Each(v.OpenEvents(), eventOf),
			Places: []openapi.Place{}, Lost: []openapi.LostPlace{},
		},
	}
	for _, p := range v.State.Places {
		if p.To != rules.ToNationalFinal {
			continue
		}
		out.National.Places = append(out.National.Places, v.place(p))
		if p.State.Gone() {
			out.National.Lost = append(out.National.Lost, v.lost(p))
		}
	}
	return out
}

// lost is a place to which nobody comes, and why.
func (v registerView) lost(p season.Place) openapi.LostPlace {
	return openapi.LostPlace{Place: wireID(p.ID), State: openapi.PlaceState(p.State), Explanation: v.Explain(p.Steps[len(p.Steps)-1].Grounds)}
}

// convocation is a call to a final with what became of it.
func (v registerView) convocation(c facts.Convocation, now time.Time) openapi.Convocation {
	state, no := v.Stands(c, now)
	out := openapi.Convocation{
		Id: c.ID, Place: wireID(season.PlaceID(c.Place)), Player: v.player(c.PlayerID), Final: openapi.SeasonFinal(c.Final),
		SentAt: c.SentAt.UTC(), AnswerBy: c.AnswerBy.UTC(), State: openapi.ConvocationState(state), Reached: v.names[c.PlayerID].Reached, How: c.How,
	}
	if why, ended := v.Ended(c); ended {
		out.Ended = v.Explain(why)
	}
	if c.AcceptedAt != nil {
		out.AcceptedAt = c.AcceptedAt.UTC()
	}
	if c.RemindedAt != nil {
		out.RemindedAt = c.RemindedAt.UTC()
	}
	if no != nil {
		out.Reason, out.How = no.Reason, no.How
	}
	return out
}

// follower is who has a place next.
func (v registerView) follower(f register.Follow) openapi.PlaceFollower {
	return openapi.PlaceFollower{Player: v.player(f.Player), Explanation: v.Explain(f.Grounds)}
}

// proposal is what the regulation proposes.
func (v registerView) proposal(p register.Proposal) openapi.Proposal {
	out := openapi.Proposal{
		Kind: openapi.ProposalKind(p.Kind), Final: openapi.SeasonFinalRegionalFinal, Region: v.region(p.Region),
		Player: v.player(p.Player), Explanation: v.Explain(p.Grounds),
	}
	if p.Region.UUID == uuid.Nil {
		out.Final = openapi.SeasonFinalNationalFinal
	}
	if p.Place != "" {
		out.Place = wireID(p.Place)
	}
	if c := v.Convocation(p.Player, rules.SeasonFinal(out.Final)); c != nil && p.Kind == register.ToLapse {
		out.Convocation = c.ID
	}
	return out
}

// consequence is one thing that is otherwise.
func (v registerView) consequence(c season.Change) openapi.SeasonConsequence {
	out := openapi.SeasonConsequence{
		Kind: openapi.SeasonConsequenceKind(c.Kind), Event: v.event(c.Event), Region: v.region(c.Region), Player: v.player(c.Player), Replaced: v.player(c.Replaced),
		Demand: string(c.Demand), Before: c.Before, After: c.After, Explanation: v.Explain(c.Grounds),
	}
	if c.Place != "" {
		out.Place = wireID(c.Place)
	}
	return out
}
