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
	"referto/internal/league/facts"
	"referto/internal/league/leaguelog"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/logfact"
	"referto/internal/logfact/catalog"
	"referto/openapi"
)

// entry is the state of a player's entry.
type entry struct {
	number league.Entry
	player league.PlayerID
	state  string
}

// seasonReplay is a season that grows by one fact of the log after the other. The facts are taken from the log alone.
// It also gets the rulesets, whose versions never change, the texts of decisions, whose digests are in the log, and
// bans, for which the log holds the decision without the person.
type seasonReplay struct {
	t       *testing.T
	id      league.SeasonID
	stored  season.Facts
	facts   season.Facts
	zone    *time.Location
	entries map[league.EventID][]entry
	photos  map[league.EventID][]string
}

// rulesOf is the ruleset by which an event is played.
func (r *seasonReplay) rulesOf(id league.EventID) *rules.Ruleset {
	i := slices.IndexFunc(r.stored.Events, func(e season.Event) bool { return e.ID == id })
	if i < 0 { // it was called off later
		return r.stored.Rules
	}
	return r.stored.Events[i].Rules
}

// at is an event of the season; nil for another.
func (r *seasonReplay) at(id league.EventID) *season.Event {
	i := slices.IndexFunc(r.facts.Events, func(e season.Event) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &r.facts.Events[i]
}

// decode reads the fact of a record of the log.
func decode(t *testing.T, record openapi.LogRecord) logfact.Fact {
	t.Helper()
	if record.Data == nil { // a fact without fields, such as tenant.changed
		record.Data = map[string]any{}
	}
	data, err := json.Marshal(record.Data)
	if err != nil {
		t.Fatal(err)
	}
	fact, err := catalog.Registry.Decode(record.Kind, data)
	if err != nil {
		t.Fatal(err)
	}
	return fact
}

// add adds a record of the log; it returns false if the record is not about the season.
func (r *seasonReplay) add(record openapi.LogRecord) bool {
	r.t.Helper()
	fact := decode(r.t, record)
	switch f := fact.(type) {
	case leaguelog.PhotoReceived:
		r.photos[record.Event] = append(r.photos[record.Event], f.PhotoKind)
		e := r.at(record.Event)
		if e != nil && e.Report != nil {
			e.Report.Documents = r.photos[e.ID]
		}
		return e != nil
	case leaguelog.BanDecided:
		r.facts.Bars = r.stored.Bars[:len(r.facts.Bars)+1]
		return true
	case leaguelog.EventFinished:
		return r.addEvent(record.Event, f.EventNow, &f.Outcome, nil, nil)
	case leaguelog.OutcomeRecorded:
		return r.addEvent(record.Event, f.EventNow, &f.Outcome, f.Referees, f.Refused)
	case leaguelog.OutcomeCorrected:
		return r.addEvent(record.Event, f.EventNow, &f.Outcome, f.Referees, f.Refused)
	}
	if now, ok := eventNow(fact); ok {
		return r.addEvent(record.Event, now, nil, nil, nil)
	}
	if r.addEntry(record.Event, fact) {
		return r.at(record.Event) != nil
	}
	if e := r.at(record.Event); e != nil {
		return r.addToEvent(e, record, fact)
	}
	return r.addToSeason(record, fact)
}

// eventNow returns the state of an event after a fact that has nothing else.
func eventNow(fact logfact.Fact) (leaguelog.EventNow, bool) {
	switch f := fact.(type) {
	case leaguelog.EventChanged:
		return f.EventNow, true
	case leaguelog.EventAnnounced:
		return f.EventNow, true
	case leaguelog.EntriesOpened:
		return f.EventNow, true
	case leaguelog.EntriesClosed:
		return f.EventNow, true
	case leaguelog.EventCancelled:
		return f.EventNow, true
	case leaguelog.EventReopened:
		return f.EventNow, true
	case leaguelog.OutcomeWithdrawn:
		return f.EventNow, true
	}
	return leaguelog.EventNow{}, false
}

// addEntry follows entries, before it is known which event is of the season; it returns false if a fact is not about
// them.
func (r *seasonReplay) addEntry(event league.EventID, fact logfact.Fact) bool {
	turn := func(number league.Entry, state string) {
		of := r.entries[event]
		of[slices.IndexFunc(of, func(e entry) bool { return e.number == number })].state = state
	}
	switch f := fact.(type) {
	case leaguelog.EntryCreated:
		r.entries[event] = append(r.entries[event], entry{f.Entry, f.Player, f.State})
	case leaguelog.EntryPromoted:
		turn(f.Entry, "entered")
	case leaguelog.EntryCancelled:
		turn(f.Entry, f.State)
	case leaguelog.EntryBarred:
		turn(f.Entry, f.State)
	case leaguelog.EntryCheckedIn:
		turn(f.Entry, f.State)
	case leaguelog.CheckInUndone:
		turn(f.Entry, f.State)
	case leaguelog.SeatLapsed:
		turn(f.Entry, f.State)
	case leaguelog.FeeMarked:
		turn(f.Entry, f.State)
	default:
		return false
	}
	if e := r.at(event); e != nil {
		e.Entrants = r.entrants(event)
	}
	return true
}

// entrants are those who hold a seat at an event.
func (r *seasonReplay) entrants(event league.EventID) (of []facts.Entrant) {
	for _, who := range r.entries[event] {
		if who.state != "cancelled" && who.state != "waiting" {
			of = append(of, facts.Entrant{Player: who.player})
		}
	}
	return of
}

// addEvent follows how an event of the season is, and how it went where it is over.
func (r *seasonReplay) addEvent(id league.EventID, now leaguelog.EventNow, out *leaguelog.Outcome, referees, refused []league.PlayerID) bool {
	switch {
	case now.OfSeason == nil || now.Season != r.id || now.State == "draft":
		return false
	case now.Kind == "national-final":
		r.facts.Period.NationalFinal = now.Day
		return true
	case now.Circuit == "": // a regional final that is not over
		return false
	case now.State == "cancelled":
		r.facts.Events = slices.DeleteFunc(r.facts.Events, func(e season.Event) bool { return e.ID == id })
		return true
	case r.at(id) == nil:
		r.facts.Events = append(r.facts.Events, season.Event{ID: id, Rules: r.rulesOf(id), Entrants: r.entrants(id)}) // people may have entered before it was of the season
	}
	e := r.at(id)
	e.Circuit, e.Day, e.Ended, e.Announced, e.NewOrganizer = now.Circuit, now.Day, now.Ended, now.Announced, now.NewOrganizer
	if e.Region = (league.RegionID{}); now.Region != nil {
		e.Region.UUID = now.Region.UUID
	}
	if out == nil {
		return true
	}
	e.Ranking, e.Entrants, e.Referees = out.Ranking, nil, referees
	for _, who := range out.Entrants {
		entrant := facts.Entrant{Player: who, Played: !slices.Contains(out.Absent, who)}
		if slices.Contains(refused, who) {
			entrant.Refused = rules.AlreadyQualified
		}
		e.Entrants = append(e.Entrants, entrant)
	}
	return true
}

// addToEvent adds the records of an event after it was played.
func (r *seasonReplay) addToEvent(e *season.Event, record openapi.LogRecord, fact logfact.Fact) bool {
	prizes := func(p leaguelog.Parcel, kept bool) *season.Prizes {
		return &season.Prizes{Kept: kept, Price: league.Money{Cents: p.Cents, Currency: register.RefundCurrency}}
	}
	decided := func(v leaguelog.Verdict, valid bool) {
		e.Report.Unsound, e.Waived = v.Unsound, nil
		e.Verdict = &season.Verdict{Valid: valid, At: record.At, Waived: demands(v.Waived)}
	}
	switch f := fact.(type) {
	case leaguelog.StructureProposed:
		e.Announced = f.Announced
	case leaguelog.StructureWithdrawn:
		e.Announced = f.Announced
	case leaguelog.StructureApproved:
		e.Announced = f.Announced
	case leaguelog.ReportSent:
		e.Report = &season.Report{Received: f.Received, Documents: r.photos[e.ID]}
	case leaguelog.ReportReturned:
		e.Report, e.Waived, e.Verdict = nil, demands(f.Waived), nil
	case leaguelog.DemandsWaived:
		e.Waived, e.Verdict = demands(f.Waived), nil
	case leaguelog.EventHomologated:
		decided(f.Verdict, true)
	case leaguelog.EventInvalidated:
		decided(f.Verdict, false)
	case leaguelog.PrizesSent:
		e.Prizes = prizes(f.Parcel, false)
	case leaguelog.PrizesKept:
		e.Prizes = prizes(f.Parcel, true)
	case leaguelog.PrizesReturned:
		e.Prizes.Settled = true
	default:
		return false
	}
	return true
}

func demands(waived []string) []season.Demand {
	out := make([]season.Demand, len(waived))
	for i, w := range waived {
		out[i] = season.Demand(w)
	}
	return out
}

// addToSeason adds the records of the season itself and of its finals.
func (r *seasonReplay) addToSeason(record openapi.LogRecord, fact logfact.Fact) bool {
	f := &r.facts
	var of league.SeasonID
	switch news := fact.(type) {
	case leaguelog.SeasonOpened:
		if of = news.Season; of == r.id {
			r.open(news.SeasonNow)
		}
	case leaguelog.RegionsMerged:
		if of = news.Season; of == r.id {
			f.Merges = append(f.Merges, season.Merge{Region: news.Region, Into: news.Into, At: record.At.In(r.zone)})
		}
	case leaguelog.FinalDecided:
		if of = news.Season; of == r.id {
			f.Decisions = append(f.Decisions, season.Decision{
				Region: news.Region, Kind: season.FinalKind(news.DecisionKind), Semifinals: news.Semifinals,
				CalledUp: news.CalledUp, At: record.At.In(r.zone), Why: r.words(news.Why),
			})
		}
	case leaguelog.ConvocationSent:
		if of = news.Season; of == r.id {
			f.Convocations = append(f.Convocations, season.Convocation{
				Place: season.PlaceID(news.Place), Player: news.Player, To: rules.SeasonFinal(news.Final), At: record.At.In(r.zone), AnswerBy: news.AnswerBy.In(r.zone),
			})
		}
	case leaguelog.ComingAnswered:
		if of = news.Season; of == r.id {
			called := func(c season.Convocation) bool { return c.Player == news.Player && c.To == news.Final }
			f.Convocations[slices.IndexFunc(f.Convocations, called)].Accepted = &record.At
		}
	case leaguelog.NotComingAnswered:
		if of = news.Season; of == r.id {
			f.Unavailable = append(f.Unavailable, season.Unavailability{Player: news.Player, To: news.Final, At: record.At.In(r.zone)})
		}
	}
	return of == r.id
}

// open begins the season with its settings.
func (r *seasonReplay) open(now leaguelog.SeasonNow) {
	zone, err := time.LoadLocation(now.TimeZone)
	if err != nil {
		r.t.Fatal(err)
	}
	r.zone, r.facts.Rules = zone, r.stored.Rules
	r.facts.Regions = append(r.facts.Regions, now.Regions...)
	if now.Champion != nil {
		r.facts.Champion = *now.Champion
	}
	r.facts.Period.From, r.facts.Period.To, r.facts.Period.FinalsBy = now.PlaysFrom, now.PlaysTo, now.FinalsBy
}

// words returns the text of the decision with a digest; "" if there is none.
func (r *seasonReplay) words(digest string) string {
	for _, d := range r.stored.Decisions {
		if sum := sha256.Sum256([]byte(d.Why)); hex.EncodeToString(sum[:]) == digest {
			return d.Why
		}
	}
	return ""
}

// lines returns facts as text by subject; the order of events and photos does not matter.
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
	r := seasonReplay{t: t, id: whole.Season.ID, stored: whole.Facts, entries: map[league.EventID][]entry{}, photos: map[league.EventID][]string{}}
	var state season.State
	logged, changes := 0, 0
	for _, record := range log(t, signIn(t, summary, "championship manager")) {
		if !r.add(record) {
			continue
		}
		logged++
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
	if logged < 200 || changes < 200 {
		t.Errorf("%d facts and %d changes: that is no season", logged, changes)
	}
	checkPublished(t, state, summary)
	checkAlterations(t, server, summary, lines(t, r.facts))
}

// checkAlterations alters one kind of fact after the other, and back: the log holds another value each time.
func checkAlterations(t *testing.T, server *apitest.Server, summary demo.Summary, logged map[string]string) {
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
		if maps.Equal(lines(t, derived(t, server, summary).Facts), logged) {
			t.Errorf("%s was altered, and the log tells the same", what)
		}
		server.Database.Alter(t, cmp.Or(act.undo, act.do), id)
		if diff := gocmp.Diff(lines(t, derived(t, server, summary).Facts), logged); diff != "" {
			t.Fatalf("%s is not as it was: the test is broken\n%s", what, diff)
		}
	}
}
