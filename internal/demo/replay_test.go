package demo_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/openapi"
)

// content is what a record of the log says, as far as a register follows from it.
type content struct {
	Season                                       league.SeasonID
	PlaysFrom, PlaysTo, FinalsBy                 rules.Day
	TimeZone                                     string
	Champion                                     league.PlayerID
	Regions                                      []league.RegionID
	State, Kind, Final, Why                      string
	Circuit                                      rules.Circuit
	Place                                        season.PlaceID
	Region, Into                                 league.RegionID
	Day, Ended, Announced, Received              rules.Day
	NewOrganizer, Unsound                        bool
	Entry, Semifinals                            int
	Player                                       league.PlayerID
	Entrants, Absent, Refused, Ranking, Referees []league.PlayerID
	CalledUp                                     []league.PlayerID
	Waived                                       []season.Demand
	AnswerBy                                     time.Time
	Cents                                        int64
}

// entry is how somebody's entry stands.
type entry struct {
	number int
	player league.PlayerID
	state  string
}

// replay is a season that grows by one fact of the log after the other. What happened is
// taken from the log alone. Beside it stand the rulesets, whose versions never change,
// the words of decisions, whose digest the log has, and bans, of which the log says that
// they were decided and not of whom.
type replay struct {
	t       *testing.T
	id      league.SeasonID
	stored  season.Facts
	facts   season.Facts
	zone    *time.Location
	entries map[league.EventID][]entry
	photos  map[league.EventID][]string
}

// rulesOf is the ruleset by which an event is played.
func (r *replay) rulesOf(id league.EventID) *rules.Ruleset {
	i := slices.IndexFunc(r.stored.Events, func(e season.Event) bool { return e.ID == id })
	if i < 0 { // it was called off later
		return r.stored.Rules
	}
	return r.stored.Events[i].Rules
}

// at is an event of the season; nil for another.
func (r *replay) at(id league.EventID) *season.Event {
	i := slices.IndexFunc(r.facts.Events, func(e season.Event) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &r.facts.Events[i]
}

// add adds what a record of the log tells; false if it tells nothing of the season.
func (r *replay) add(record openapi.LogRecord) bool {
	r.t.Helper()
	var c content
	text, err := json.Marshal(record.Data)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		r.t.Fatalf("%s: %v", record.Kind, err)
	}
	about, _, _ := strings.Cut(record.Kind, ".")
	switch about {
	case "entry":
		r.addEntry(record, c)
		return r.at(record.Event) != nil
	case "photo":
		r.photos[record.Event] = append(r.photos[record.Event], c.Kind)
	case "event", "outcome":
		return c.Season == r.id && r.addEvent(record, c)
	case "ban":
		r.facts.Bars = r.stored.Bars[:len(r.facts.Bars)+1]
		return true
	}
	if e := r.at(record.Event); e != nil {
		return r.addToEvent(e, record, c)
	}
	return c.Season == r.id && r.addToSeason(record, c)
}

// addEntry follows who has entered, before it is known which event is of the season.
func (r *replay) addEntry(record openapi.LogRecord, c content) {
	of := r.entries[record.Event]
	switch i := slices.IndexFunc(of, func(e entry) bool { return e.number == c.Entry }); {
	case record.Kind == "entry.created":
		r.entries[record.Event] = append(of, entry{c.Entry, c.Player, c.State})
	case record.Kind == "entry.promoted":
		of[i].state = "entered"
	case c.State != "":
		of[i].state = c.State
	}
	e := r.at(record.Event)
	if e == nil {
		return
	}
	e.Entrants = nil
	for _, who := range r.entries[record.Event] {
		if who.state != "cancelled" && who.state != "waiting" {
			e.Entrants = append(e.Entrants, facts.Entrant{Player: who.player})
		}
	}
}

// addEvent follows how an event of the season is.
func (r *replay) addEvent(record openapi.LogRecord, c content) bool {
	switch {
	case c.State == "draft":
		return false
	case c.Kind == "national-final":
		r.facts.Period.NationalFinal = c.Day
		return true
	case c.Circuit == "": // a regional final that is not over
		return false
	case c.State == "cancelled":
		r.facts.Events = slices.DeleteFunc(r.facts.Events, func(e season.Event) bool { return e.ID == record.Event })
		return true
	case r.at(record.Event) == nil:
		r.facts.Events = append(r.facts.Events, season.Event{ID: record.Event, Rules: r.rulesOf(record.Event)})
	}
	e := r.at(record.Event)
	e.Circuit, e.Region, e.Day, e.Ended, e.Announced, e.NewOrganizer = c.Circuit, c.Region, c.Day, c.Ended, c.Announced, c.NewOrganizer
	if c.State != "finished" {
		return true
	}
	e.Ranking, e.Entrants, e.Referees = c.Ranking, nil, c.Referees
	for _, who := range c.Entrants {
		entrant := facts.Entrant{Player: who, Played: !slices.Contains(c.Absent, who)}
		if slices.Contains(c.Refused, who) {
			entrant.Refused = rules.AlreadyQualified
		}
		e.Entrants = append(e.Entrants, entrant)
	}
	return true
}

// addToEvent adds what is told of an event after it was played.
func (r *replay) addToEvent(e *season.Event, record openapi.LogRecord, c content) bool {
	switch record.Kind {
	case "structure.proposed", "structure.withdrawn", "structure.approved":
		e.Announced = c.Announced
	case "photo.received":
		if e.Report != nil {
			e.Report.Documents = r.photos[e.ID]
		}
	case "report.sent":
		e.Report = &season.Report{Received: c.Received, Documents: r.photos[e.ID]}
	case "homologation.returned":
		e.Report, e.Waived, e.Verdict = nil, c.Waived, nil
	case "homologation.waived":
		e.Waived, e.Verdict = c.Waived, nil
	case "homologation.homologated", "homologation.invalidated":
		e.Report.Unsound, e.Waived = c.Unsound, nil
		e.Verdict = &season.Verdict{Valid: record.Kind == "homologation.homologated", At: record.At, Waived: c.Waived}
	case "prizes.sent", "prizes.kept":
		e.Prizes = &season.Prizes{Kept: record.Kind == "prizes.kept", Price: league.Money{Cents: c.Cents, Currency: desk.RefundCurrency}}
	case "prizes.returned":
		e.Prizes.Settled = true
	default:
		return false
	}
	return true
}

// addToSeason adds what is told of the season itself and of its finals.
func (r *replay) addToSeason(record openapi.LogRecord, c content) bool {
	f := &r.facts
	called := func(i season.Convocation) bool { return i.Player == c.Player && i.To == rules.SeasonFinal(c.Final) }
	switch record.Kind {
	case "season.opened":
		zone, err := time.LoadLocation(c.TimeZone)
		if err != nil {
			r.t.Fatal(err)
		}
		r.zone, f.Rules, f.Regions, f.Champion = zone, r.stored.Rules, c.Regions, c.Champion
		f.Period.From, f.Period.To, f.Period.FinalsBy = c.PlaysFrom, c.PlaysTo, c.FinalsBy
	case "regions.merged":
		f.Merges = append(f.Merges, season.Merge{Region: c.Region, Into: c.Into, At: record.At.In(r.zone)})
	case "final.decided":
		f.Decisions = append(f.Decisions, season.Decision{
			Region: c.Region, Kind: season.FinalKind(c.Kind), Semifinals: c.Semifinals, CalledUp: c.CalledUp, At: record.At.In(r.zone), Why: r.words(c.Why),
		})
	case "convocation.sent":
		f.Convocations = append(f.Convocations, season.Convocation{
			Place: c.Place, Player: c.Player, To: rules.SeasonFinal(c.Final), At: record.At.In(r.zone), AnswerBy: c.AnswerBy.In(r.zone),
		})
	case "answer.coming":
		f.Convocations[slices.IndexFunc(f.Convocations, called)].Accepted = &record.At
	case "answer.not-coming":
		f.Unavailable = append(f.Unavailable, season.Unavailability{Player: c.Player, To: rules.SeasonFinal(c.Final), At: record.At.In(r.zone)})
	default:
		return false
	}
	return true
}

// words are those of a decision with a digest; "" if it is nobody's.
func (r *replay) words(digest string) string {
	for _, d := range r.stored.Decisions {
		if sum := sha256.Sum256([]byte(d.Why)); hex.EncodeToString(sum[:]) == digest {
			return d.Why
		}
	}
	return ""
}

// lines are facts as text by what they are about; the order of events and photos
// says nothing.
func lines(t *testing.T, f season.Facts) map[string]string {
	t.Helper()
	text := func(what any) string {
		b, err := json.Marshal(what)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(b), "[]", "null")
	}
	rulesets := map[*rules.Ruleset]string{}
	out := map[string]string{}
	for _, e := range f.Events {
		if rulesets[e.Rules] == "" {
			rulesets[e.Rules] = text(e.Rules)
		}
		out["ruleset of "+e.ID.String()], e.Rules = rulesets[e.Rules], nil
		if e.Report != nil {
			report := *e.Report
			report.Documents = slices.Sorted(slices.Values(report.Documents))
			e.Report = &report
		}
		out["event "+e.ID.String()] = text(e)
	}
	slices.SortFunc(f.Regions, func(a, b league.RegionID) int { return strings.Compare(a.String(), b.String()) })
	out["ruleset"], out["events"] = text(f.Rules), ""
	f.Rules, f.Events = nil, nil
	out["season"] = text(f)
	return out
}

// checkReplay replays the season from the log: each fact leads from one register to the
// next, and the last is the one that the server has and anybody reads. A fact that was
// altered behind the log's back is found.
func checkReplay(t *testing.T, server *apitest.Server, summary demo.Summary) {
	t.Helper()
	whole := derived(t, server, summary)
	r := replay{t: t, id: whole.Season.ID, stored: whole.Facts, entries: map[league.EventID][]entry{}, photos: map[league.EventID][]string{}}
	var state season.State
	told, changes := 0, 0
	for _, record := range log(t, signIn(t, summary, "championship manager")) {
		if !r.add(record) {
			continue
		}
		told++
		next := season.Derive(r.facts)
		changes += len(season.Difference(state, next))
		state = next
	}
	if diff := gocmp.Diff(lines(t, whole.Facts), lines(t, r.facts)); diff != "" {
		t.Errorf("what happened in the season is not what its log tells (-server +log)\n%s", diff)
	}
	if diff := gocmp.Diff(whole.State, state); diff != "" {
		t.Errorf("the season replayed from its log differs (-server +replayed)\n%s", diff)
	}
	if told < 200 || changes < 200 {
		t.Errorf("%d facts and %d changes: that is no season", told, changes)
	}
	checkPublished(t, state, summary)
	checkAlterations(t, server, summary, lines(t, r.facts))
}

// checkAlterations alters one kind of fact after the other, and back: what the log tells
// is another thing each time.
func checkAlterations(t *testing.T, server *apitest.Server, summary demo.Summary, told map[string]string) {
	t.Helper()
	id := derived(t, server, summary).Season.ID
	reverse := func(list string) string {
		return `array(select x from unnest(` + list + `) with ordinality u (x, n) order by n desc)`
	}
	ofEvents := ` where event_id in (select id from league.events where season_id = $1)`
	ofSeason := ` where season_id = $1`
	for what, act := range map[string]struct{ do, undo string }{
		"a ranking":          {`update league.outcomes set ranking = ` + reverse("ranking") + ofEvents, ""},
		"who played":         {`update league.outcomes set entrants = set_byte(entrants, 16, get_byte(entrants, 16) # 1)` + ofEvents, ""},
		"a verdict":          {`update league.verdicts set kind = case kind when 'homologated' then 'invalidated' when 'invalidated' then 'homologated' else kind end` + ofEvents, ""},
		"what was waived":    {`update league.verdicts set waived = waived || array['in-time']` + ofEvents, `update league.verdicts set waived = waived[:cardinality(waived) - 1]` + ofEvents},
		"when a report came": {`update league.reports set received_at = received_at - interval '2 days'` + ofEvents, `update league.reports set received_at = received_at + interval '2 days'` + ofEvents},
		"a photo":            {`update league.photos set kind = kind || '-'` + ofEvents, `update league.photos set kind = rtrim(kind, '-')` + ofEvents},
		"a day":              {`update league.events set starts_at = starts_at + interval '1 day'` + ofSeason, `update league.events set starts_at = starts_at - interval '1 day'` + ofSeason},
		"a merger":           {`update league.region_merges set region_id = into_id, into_id = region_id` + ofSeason, ""},
		"a decision":         {`update league.final_decisions set semifinals = 1 - semifinals` + ofSeason, ""},
		"the words of one":   {`update league.final_decisions set why = reverse(why)` + ofSeason, ""},
		"a convocation":      {`update league.convocations set answer_by = answer_by + interval '1 day'` + ofSeason, `update league.convocations set answer_by = answer_by - interval '1 day'` + ofSeason},
		"an answer":          {`update league.unavailabilities set said_at = said_at + interval '1 day'` + ofSeason, `update league.unavailabilities set said_at = said_at - interval '1 day'` + ofSeason},
		"the season's end":   {`update league.seasons set plays_to = plays_to + 1 where id = $1`, `update league.seasons set plays_to = plays_to - 1 where id = $1`},
		"what prizes cost":   {`update league.prize_shipments set shipping_cents = shipping_cents + 1` + ofSeason, `update league.prize_shipments set shipping_cents = shipping_cents - 1` + ofSeason},
	} {
		server.Database.Alter(t, act.do, id)
		if maps.Equal(lines(t, derived(t, server, summary).Facts), told) {
			t.Errorf("%s was altered, and the log tells the same", what)
		}
		server.Database.Alter(t, cmp.Or(act.undo, act.do), id)
		if diff := gocmp.Diff(lines(t, derived(t, server, summary).Facts), told); diff != "" {
			t.Fatalf("%s is not as it was: the test is broken\n%s", what, diff)
		}
	}
}
