package views

import (
	"maps"
	"sync"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// View is the wire's picture of one event, in a language, at a moment.
type View struct {
	*officiating.Situation
	w   *words.Words
	now time.Time
	// To is the reader: the zero reader unless the caller is known.
	To Reader
	// admitted returns the admission of the entries before the start, computed when it is first called.
	admitted func() tournament.Admission
}

// NewView makes a view for everybody.
func NewView(s *officiating.Situation, w *words.Words, now time.Time) View {
	return View{Situation: s, w: w, now: now, admitted: sync.OnceValue(s.Admission)}
}

// rule is a paragraph of the event's ruleset, without its text; zero for none.
func (v View) rule(paragraph string) openapi.Rule {
	if paragraph == "" {
		return openapi.Rule{}
	}
	return openapi.Rule{Code: v.Rules.Code, Paragraph: paragraph}
}

// name is the name of an entry's player; "" for none.
func (v View) name(entry int) string {
	if e := v.Entry(league.Entry(entry)); e != nil {
		return v.w.Player(e.PlayerName, e.PlayerInitials)
	}
	return ""
}

// free returns a text that a person has written about the event, in which the names of players whom the reader
// may see only by their initials are replaced by these.
func (v View) free(text string) string {
	var hidden []string
	for _, e := range v.Entries {
		if e.PlayerInitials {
			hidden = append(hidden, e.PlayerName)
		}
	}
	return v.w.FreeText(text, hidden)
}

// Explain puts grounds into words. The reason why a player may not take part is shown only to readers who hold
// that office; [View.Barring] shows it to that player too.
func (v View) Explain(g league.Grounds) openapi.Explanation { return v.Worded(v.To.redact(g, false)) }

// Worded puts grounds into words for any reader.
func (v View) Worded(g league.Grounds) openapi.Explanation { return Explanation(g, v.reason(g)) }

// Barring puts the reasons why a person may not take part into words; account is theirs, nil for none.
func (v View) Barring(account *uuid.UUID, why ...league.Grounds) []openapi.Explanation {
	return openapi.Each(v.To.RedactAll(why, v.To.is(account)), v.Worded)
}

// Explanation is grounds with their words.
func Explanation(g league.Grounds, text string) openapi.Explanation {
	e := openapi.Explanation{Reason: g.Reason, Text: text}
	if g.Par != "" {
		e.Rule = openapi.Rule{Code: g.Code, Paragraph: g.Par}
	}
	return e
}

// EntryRef is an entry by number and player.
func (v View) EntryRef(entry league.Entry) openapi.EntryRef {
	ref := openapi.EntryRef{Number: int(entry)}
	if e := v.Entry(entry); e != nil {
		ref.Player = v.playerRef(*e)
	}
	return ref
}

func (v View) playerRef(e facts.Entry) openapi.PlayerRef {
	return openapi.PlayerRef{Id: e.PlayerID, Name: v.w.Player(e.PlayerName, e.PlayerInitials), Club: e.PlayerClub}
}

// Event makes the announced event with its state.
func (v View) Event(staff []facts.Staff) openapi.Event {
	e := Event(v.EventFacts.Event, v.Ruleset)
	e.Region.Name = v.RegionName
	e.Counts = v.counts()
	e.Notices = openapi.Each(append(planning.Notices(v.Rules, v.EventFacts.Event, v.now), v.StaffNotices(staff)...), v.Explain)
	e.Round = len(v.Rounds)
	e.Structure, e.Field, e.FormulaName = v.structureView(), v.field(), v.formulaName()
	if game, ok := v.Rules.GameOf(e.Variant, e.Target); ok {
		e.Target = game.Target
	}
	if format, ok := v.Format(); ok {
		e.Format = v.formatView(format)
	}
	if here, ok := v.FormatHere(); ok {
		e.FormatHere = v.formatView(here)
	}
	return e
}

func (v View) formatView(f tournament.Format) openapi.EventFormat {
	return openapi.EventFormat{
		Rounds: f.Rounds, Semifinal: f.Semifinal, Final: f.Final, Advance: f.Advance, TableSizes: f.TableSizes,
		Fixed: v.EventFacts.Event.Started(), Rule: v.rule(f.Grounds.Par),
	}
}

func (v View) counts() openapi.EventCounts {
	c := openapi.EventCounts{Held: v.EventFacts.Event.HeldSeats}
	for _, e := range v.Entries {
		switch e.State {
		case facts.Entered:
			c.Entered++
		case facts.CheckedIn:
			c.Entered++
			c.CheckedIn++
		case facts.Waiting:
			c.Waiting++
		case facts.Playing:
			c.Entered++
			c.Players++
		}
	}
	return c
}

// Event makes an event from its row alone, without the data derived from its facts.
func Event(e facts.Event, r facts.RulesetVersion) openapi.Event {
	out := openapi.Event{
		Id: e.ID, Kind: openapi.EventKind(e.Kind), Slug: e.Slug, Title: e.Title, State: openapi.EventState(e.State),
		StartsAt: e.StartsAt, TimeZone: e.TimeZone, LocalDate: openapi_types.Date{Time: e.LocalDate()},
		Venue:   venueOf(e),
		Ruleset: openapi.RulesetRef{Id: r.Key, Code: r.Code, Version: r.Version, Title: r.Name},
		Formula: e.Formula, Variant: e.Variant, Target: e.Target, Pairing: openapi.EventPairing(e.Pairing), Capacity: e.Capacity, Promotions: openapi.Promotions(e.Promotions),
		TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes, DrawCommitment: e.DrawCommitment,
		Elsewhere: e.Elsewhere, Notices: []openapi.Explanation{}, Version: e.Version, Revision: e.Revision, CreatedAt: e.CreatedAt,
	}
	if len(e.Readings) > 0 {
		out.Readings = e.Readings
	}
	if e.RegionID != nil {
		out.Region.Id = e.RegionID.UUID
	}
	if e.HostID != nil {
		out.Host = *e.HostID
	}
	if e.SeasonID != nil {
		out.Season = *e.SeasonID
		out.Circuit, out.NewOrganizer = openapi.EventCircuit(e.Circuit), e.NewOrganizer
	}
	if e.FeeCents != nil {
		out.Fee = money(*e.FeeCents, *e.FeeCurrency)
	}
	if e.EndedOn != nil {
		out.EndedOn = openapi_types.Date{Time: *e.EndedOn}
	}
	for _, at := range []struct {
		to   *time.Time
		from *time.Time
	}{{&out.AnnouncedAt, e.AnnouncedAt}, {&out.StartedAt, e.StartedAt}, {&out.FinishedAt, e.FinishedAt}} {
		if at.from != nil {
			*at.to = *at.from
		}
	}
	return out
}

// refusedFor explains why an entry was cancelled that the regulation refuses; it returns nil for other entries.
func (v View) refusedFor(e facts.Entry) []openapi.Explanation {
	if e.Barred == "" {
		return nil
	}
	if g, struck := lapses.Struck(v.Rules, string(e.Barred)); struck {
		return v.Barring(e.AccountID, g)
	}
	return v.Barring(e.AccountID, qualify.Exclusions(v.Rules, []rules.ExclusionReason{e.Barred})...)
}

// EntryOf makes one entry with its state: an entrant who is out of a running event is withdrawn or expelled,
// according to the facts.
func (v View) EntryOf(e facts.Entry) openapi.Entry {
	out := openapi.Entry{
		Number: e.Number, Player: v.playerRef(e), State: openapi.EntryState(e.State), WaitingPosition: e.WaitingPosition,
		FeePaid: e.FeePaid, NameReserved: e.NameReserved, EnteredAt: e.EnteredAt, Version: e.Version,
	}
	if e.ConfirmBy != nil {
		out.ConfirmBy = *e.ConfirmBy
	}
	if e.CheckedInAt != nil {
		out.CheckedInAt = *e.CheckedInAt
	}
	if e.AcceptedAt != nil {
		out.AcceptedAt = *e.AcceptedAt
	}
	if e.AcceptedBy != nil {
		out.AcceptedBy = *e.AcceptedBy
	}
	if e.Replaces != nil {
		out.Replaces = *e.Replaces
	}
	out.Barred = v.refusedFor(e)
	if e.Yields != nil {
		out.Yields = v.Barring(e.AccountID, *e.Yields)[0]
	}
	v.admissionView(e, &out)
	if grounds, barred := v.Bars(league.Entry(e.Number)); barred {
		out.Bars = v.Explain(grounds)
	}
	for _, struck := range v.State.Struck {
		if int(struck.Entry) == e.Number {
			out.State = openapi.EntryStateWithdrawn
			if struck.Cause == tournament.Expelled || struck.Cause == tournament.WreckedGame {
				out.State = openapi.EntryStateExpelled
			}
		}
	}
	if out.State == openapi.EntryStatePlaying && v.IsOut(league.Entry(e.Number)) { // a finalist who has withdrawn
		out.State = openapi.EntryStateWithdrawn
	}
	return out
}

// reason puts grounds into a sentence, in which a figure of the ruleset's own has
// the ruleset's name for it, and so have its standings.
func (v View) reason(g league.Grounds) string {
	params := maps.Clone(g.Params)
	if name, own := v.Rules.FigureName(params["by"]); own {
		params["by"] = v.named(params["by"], name)
	}
	if list, ok := v.Rules.StandingsOf(params["standings"]); ok {
		params["standings"] = v.named(list.ID, list.Name)
	}
	return v.w.Reason(g.Reason, params, v.name)
}

// named returns the ruleset's name for something, in the reader's language if that is known.
func (v View) named(id, name string) string { return v.w.Label(v.Rules.Language, id, name) }
