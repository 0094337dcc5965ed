package views

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// RegisterView is the wire's picture of a season's finals, in a language.
type RegisterView struct {
	*register.Season
	W *words.Words
	// names holds the people requested with [NewRegisterView].
	names map[league.PlayerID]facts.PlayerLabel
	// To reads it.
	to Reader
}

// NewRegisterView makes a view with the names of the people in some places, and of others.
func NewRegisterView(door tenantdb.Door, s *register.Season, language string, to Reader, places []season.Place, others ...league.PlayerID) (RegisterView, error) {
	v := RegisterView{Season: s, W: words.For(language), names: map[league.PlayerID]facts.PlayerLabel{}, to: to}
	if to.Names {
		v.W = v.W.InFull()
	}
	ask := map[league.PlayerID]bool{}
	for _, p := range places {
		ask[p.Holder] = true
		for _, step := range p.Steps {
			ask[step.Player] = true
		}
	}
	for _, id := range others {
		ask[id] = true
	}
	delete(ask, league.PlayerID{})
	ids := make([]league.PlayerID, 0, len(ask))
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

// WireID is the id of a place as addresses take it.
func WireID(id season.PlaceID) string { return strings.ReplaceAll(string(id), "/", ".") }

// PlaceID reads an id that [WireID] made.
func PlaceID(text string) season.PlaceID { return season.PlaceID(strings.ReplaceAll(text, ".", "/")) }

// Explain puts grounds into words.
func (v RegisterView) Explain(g league.Grounds) openapi.Explanation {
	g = v.to.redact(g, false)
	return Explanation(g, v.W.Reason(g.Reason, g.Params, nil))
}

// Player names a person; it is zero for nobody, and for people who are made up.
func (v RegisterView) Player(id league.PlayerID) openapi.PlayerRef {
	l, known := v.names[id]
	if !known {
		return openapi.PlayerRef{}
	}
	return openapi.PlayerRef{Id: id, Name: v.W.Player(l.Name, l.Initials), Club: l.Club}
}

// RegionView names a region of the season; the zero value for none.
func (v RegisterView) RegionView(id league.RegionID) openapi.Region {
	i := slices.IndexFunc(v.Regions, func(r facts.SeasonRegion) bool { return r.ID == id })
	if i < 0 { // it has left the season
		return openapi.Region{Id: id.UUID}
	}
	return openapi.Region{Id: id.UUID, Name: v.Regions[i].Name}
}

// EventView names an event of the season by its title; the zero value for
// none.
func (v RegisterView) EventView(id league.EventID) openapi.EventRef {
	if e := v.Event(id); e != nil && e.Title != "" { // one that is only supposed has no title
		return EventOf(e)
	}
	return openapi.EventRef{}
}

// EventOf names an event of the season.
func EventOf(e *facts.Event) openapi.EventRef {
	if e == nil {
		return openapi.EventRef{}
	}
	return openapi.EventRef{Id: e.ID, Title: e.Title}
}

// PlaceView makes a place of the register.
func (v RegisterView) PlaceView(p season.Place) openapi.Place {
	out := openapi.Place{
		Id: WireID(p.ID), Final: openapi.SeasonFinal(p.To), Region: v.RegionView(p.Region), Host: v.RegionView(v.Host(p)),
		Origin: openapi.PlaceOrigin{
			Kind: openapi.PlaceOriginKind(p.Origin.Kind), Event: v.EventView(p.Origin.Event), Region: v.RegionView(p.Origin.Region),
			Tier: p.Origin.Tier, Rank: p.Origin.Rank, Day: string(p.Origin.Day),
		},
		Holder: v.Player(p.Holder), State: openapi.PlaceState(p.State), Provisional: p.Provisional, Substitute: p.Substitute,
		Refund: p.Refund, RefundExplanation: v.Explain(p.RefundGrounds), Steps: openapi.Each(p.Steps, v.step),
	}
	if p.AnswerBy != nil {
		out.AnswerBy = p.AnswerBy.UTC()
	}
	return out
}

func (v RegisterView) step(s season.PlaceStep) openapi.PlaceStep {
	return openapi.PlaceStep{Kind: openapi.PlaceStepKind(s.Kind), Player: v.Player(s.Player), At: utc(s.At), Explanation: v.Explain(s.Grounds)}
}

// utc returns an instant in the form of the wire; the zero time stays zero.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC()
}

// format describes how the final of a region is played, in the words of a reader.
func format(f season.FinalState, explain func(league.Grounds) openapi.Explanation) openapi.FinalFormat {
	return openapi.FinalFormat{Kind: openapi.FinalKind(f.Kind), Field: f.Field, Semifinals: f.Semifinals, Explanation: explain(f.Grounds)}
}

// RegionFinal makes how the final of a region is played.
func (v RegisterView) RegionFinal(r season.RegionState) openapi.RegionFinal {
	out := openapi.RegionFinal{
		Region: v.RegionView(r.Region), Host: v.RegionView(r.Host), Format: format(r.Format, v.Explain),
		Event:     EventOf(v.FinalEvent(rules.ToRegionalFinal, r.Host)),
		Finalists: openapi.Each(r.Finalists, WireID), CalledUp: openapi.Each(r.CalledUp, WireID), Undecided: openapi.Each(v.Undecided(r.Region), EventOf),
		Lost: []openapi.LostPlace{},
	}
	for _, p := range v.State.Places {
		if p.State.Gone() && p.To == rules.ToRegionalFinal && (p.Region == r.Region || v.Host(p) == r.Region) {
			out.Lost = append(out.Lost, v.lost(p))
		}
	}
	if res := r.Result; res != nil {
		out.Result = openapi.FinalResult{
			Event: v.EventView(res.Event), Day: string(res.Day), Late: res.Late, Valid: res.Valid,
			Standing: openapi.SeasonStanding(res.Standing), Breaches: openapi.Each(res.Breaches, v.Explain),
			WithoutPlace: openapi.Each(res.WithoutPlace, v.Player),
		}
	}
	for _, m := range v.Merges { // the last word counts
		if m.RegionID == r.Region {
			out.Merge = openapi.RegionMerge{
				Number: m.Ordinal, Region: v.RegionView(r.Region), Into: v.RegionView(m.IntoID), Reason: m.Reason, DecidedAt: m.DecidedAt.UTC(),
			}
		}
	}
	for _, d := range v.Decisions {
		if d.RegionID == r.Region {
			out.Decision = openapi.FinalDecision{
				Number: d.Ordinal, Kind: openapi.DecidedKind(d.Kind), Semifinals: d.Semifinals, Why: d.Why, DecidedAt: d.DecidedAt.UTC(),
				CalledUp: openapi.Each(d.CalledUp, v.Player),
			}
		}
	}
	return out
}

// Finals are all finals of the season.
func (v RegisterView) Finals() openapi.FinalList {
	out := openapi.FinalList{
		Items: openapi.Each(v.State.Regions, v.RegionFinal),
		National: openapi.NationalFinal{
			Event: EventOf(v.FinalEvent(rules.ToNationalFinal, league.RegionID{})), Undecided: openapi.Each(v.OpenEvents(), EventOf),
			Places: []openapi.Place{}, Lost: []openapi.LostPlace{},
		},
	}
	for _, p := range v.State.Places {
		if p.To != rules.ToNationalFinal {
			continue
		}
		out.National.Places = append(out.National.Places, v.PlaceView(p))
		if p.State.Gone() {
			out.National.Lost = append(out.National.Lost, v.lost(p))
		}
	}
	return out
}

// lost makes a place to which nobody comes, with the reason.
func (v RegisterView) lost(p season.Place) openapi.LostPlace {
	return openapi.LostPlace{Place: WireID(p.ID), State: openapi.PlaceState(p.State), Explanation: v.Explain(p.Steps[len(p.Steps)-1].Grounds)}
}

// ConvocationView makes a call to a final with its state.
func (v RegisterView) ConvocationView(c facts.Convocation, now time.Time) openapi.Convocation {
	state, no := v.Stands(c, now)
	out := openapi.Convocation{
		Id: c.ID, Place: WireID(season.PlaceID(c.Place)), Player: v.Player(c.PlayerID), Final: openapi.SeasonFinal(c.Final),
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

// Follower makes the person who has a place next.
func (v RegisterView) Follower(f register.Follow) openapi.PlaceFollower {
	return openapi.PlaceFollower{Player: v.Player(f.Player), Explanation: v.Explain(f.Grounds)}
}

// Proposal makes a proposal of the regulation.
func (v RegisterView) Proposal(p register.Proposal) openapi.Proposal {
	out := openapi.Proposal{
		Kind: openapi.ProposalKind(p.Kind), Final: openapi.SeasonFinalRegionalFinal, Region: v.RegionView(p.Region),
		Player: v.Player(p.Player), Explanation: v.Explain(p.Grounds),
	}
	if p.Region.UUID == uuid.Nil {
		out.Final = openapi.SeasonFinalNationalFinal
	}
	if p.Place != "" {
		out.Place = WireID(p.Place)
	}
	if c := v.Convocation(p.Player, rules.SeasonFinal(out.Final)); c != nil && p.Kind == register.ToLapse {
		out.Convocation = c.ID
	}
	return out
}

// Posted makes the points that an event gives in a ranking or a series, the best place first.
func (v RegisterView) Posted(p desk.Posted) openapi.PostedPoints {
	out := openapi.PostedPoints{Kind: openapi.PostedPointsKindRanking, Id: p.Ranking.UUID, Slug: p.Slug, Title: p.Title, Counts: p.Counts, Players: make([]openapi.GotPoints, len(p.Points))}
	if p.Ranking.UUID == uuid.Nil {
		out.Kind, out.Id = openapi.PostedPointsKindSeries, p.Series.UUID
	}
	if p.Refused != nil {
		out.Explanation = v.Explain(*p.Refused)
	}
	for i, g := range p.Points {
		out.Players[i] = openapi.GotPoints{Player: v.Player(g.Player), Place: g.Place, Points: decimal(g.Points)}
	}
	slices.SortStableFunc(out.Players, func(a, b openapi.GotPoints) int { return cmp.Compare(uint(a.Place-1), uint(b.Place-1)) }) // without a place: last
	return out
}

// Letter shows a letter about a convocation that has turned.
func (v RegisterView) Letter(t register.Turn) openapi.FollowingLetter {
	kind := openapi.FollowingLetterKindConvocationHolds
	if t.Ended {
		kind = openapi.FollowingLetterKindConvocationEnded
	}
	return openapi.FollowingLetter{Kind: kind, Player: v.Player(t.Convocation.PlayerID)}
}

// Consequence makes one change of a season.
func (v RegisterView) Consequence(c season.Change) openapi.SeasonConsequence {
	out := openapi.SeasonConsequence{
		Kind: openapi.SeasonConsequenceKind(c.Kind), Event: v.EventView(c.Event), Region: v.RegionView(c.Region), Player: v.Player(c.Player), Replaced: v.Player(c.Replaced),
		Demand: string(c.Demand), Before: c.Before, After: c.After, Explanation: v.Explain(c.Grounds),
	}
	if c.Place != "" {
		out.Place = WireID(c.Place)
	}
	return out
}
