package frozen_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"referto/internal/league"
	"referto/internal/league/frozen"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

func id(n byte) uuid.UUID               { return uuid.UUID{15: n} }
func player(n byte) league.PlayerID     { return league.PlayerID{UUID: id(n)} }
func eventID(n byte) league.EventID     { return league.EventID{UUID: id(n)} }
func region(n byte) league.RegionID     { return league.RegionID{UUID: id(n)} }
func at(hour int) time.Time             { return time.Date(2010, 1, 10, hour, 0, 0, 0, time.UTC) }
func ref[T any](v T) *T                 { return &v }
func unpack(t *testing.T, b []byte) any { t.Helper(); return object(t, text(t, b)) }

func grounds(par, reason string, params ...string) league.Grounds {
	g := league.Grounds{Code: "CN09", Par: par, Reason: reason}
	for i := 0; i+1 < len(params); i += 2 {
		if g.Params == nil {
			g.Params = map[string]string{}
		}
		g.Params[params[i]] = params[i+1]
	}
	return g
}

// text returns the JSON of a document.
func text(t *testing.T, document []byte) []byte {
	t.Helper()
	r, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := r.DecodeAll(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// document compresses JSON as it is stored.
func document(t *testing.T, text []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(text, nil)
}

func object(t *testing.T, text []byte) (out any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// whole returns a state with everything that a state can have: an event with all papers, one that is not
// played, places of every origin, steps with and without a moment, a region with a final and one that plays
// elsewhere.
func whole() season.State {
	selection := rules.Tier{ID: "selection", Name: "Selezione", Circuits: []rules.Circuit{rules.RegionalCircuit}, Least: 12, Leads: []rules.Lead{{To: rules.ToRegionalFinal}}, Paragraph: "1.7"}
	large := rules.Tier{ID: "grande-torneo", Name: "Grande Torneo", Circuits: []rules.Circuit{rules.RegionalCircuit}, Least: 28, Paragraph: "1.7", Leads: []rules.Lead{
		{To: rules.ToNationalFinal, Refund: true, Substitute: &rules.PlaceSubstitute{Place: 2, Paragraph: "1.9"}},
	}}
	won, counted := grounds("1.7", "place-won", "rank", "1", "tier", "Selezione"), grounds("1.7", "tier-by-entered", "number", "12", "least", "12")
	photos := season.Check{Demand: season.PhotosMissing, Result: season.Failed, Waive: rules.ByManager, Grounds: grounds("1.6.a", "photos-missing", "kind", "winner")}
	return season.State{
		Events: []season.EventState{
			{
				ID: eventID(1), Entered: 12, Played: 11, Counted: 12, Least: 12, Tier: selection, TierGrounds: counted, Next: &large,
				Refused:  []season.Refusal{{Player: player(21), Grounds: grounds("1.5", "banned")}, {Player: player(22), Grounds: grounds("1.5", "banned")}},
				Checks:   []season.Check{photos, {Demand: season.ResultsLate, Result: season.Met, Grounds: grounds("1.11", "results-late", "day", "2009-03-08")}},
				Breaches: []league.Grounds{grounds("2.3", "announced-late", "day", "2009-02-15")}, Standing: season.Invalidated,
				Places:   []season.PlaceID{"regional-final/x/1"},
				Prizes:   &season.PrizeDuty{ReturnBy: "2009-03-08", Pay: &league.Money{Cents: 2500, Currency: "EUR"}, Grounds: grounds("1.10", "prizes-back")},
				ReportBy: "2009-03-08", AnnounceBy: "2009-02-15",
			},
			{ID: eventID(2), Tier: selection, TierGrounds: counted, Next: &large, Checks: []season.Check{photos}, Standing: season.Planned, ReportBy: "2009-03-15", AnnounceBy: "2009-02-22"},
		},
		Regions: []season.RegionState{
			{
				Region: region(11), Host: region(11), Format: season.FinalState{Kind: season.Table, Field: 6, Semifinals: 2, Grounds: grounds("1.7.4", "final-with-semifinals")},
				Finalists: []season.PlaceID{"regional-final/x/1"}, CalledUp: []season.PlaceID{"regional-final/y/2/call-up"},
				Result: &season.FinalResult{Event: eventID(3), Day: "2010-01-31", Standing: season.Homologated, Valid: true, WithoutPlace: []league.PlayerID{player(23)}},
			},
			{Region: region(12), Host: region(11), Format: season.FinalState{Kind: season.Merged, Grounds: grounds("1.7.1", "merged")}},
		},
		Places: []season.Place{
			{
				ID: "regional-final/x/1", To: rules.ToRegionalFinal, Region: region(11), Origin: season.Origin{Kind: season.FromEvent, Event: eventID(1), Region: region(11), Tier: "selection", Rank: 1, Day: "2009-03-01"},
				Holder: player(24), State: season.Offered, Provisional: true, Substitute: true, RefundGrounds: grounds("1.9", "journey-not-paid"), AnswerBy: ref(at(23)),
				Steps: []season.PlaceStep{
					{Kind: season.Won, Player: player(25), Grounds: won},
					{Kind: season.PassedOver, Player: player(25), Day: "2009-03-01", Grounds: grounds("1.5", "holds-another-place")},
					{Kind: season.SteppedIn, Player: player(24), Day: "2009-03-01", Grounds: grounds("1.7", "steps-in", "rank", "2")},
					{Kind: season.Convoked, Player: player(24), At: at(12), Grounds: grounds("1.7", "convoked", "until", "2010-01-10T23:00:00Z")},
				},
			},
			{
				ID: "national-final/reigning-champion", To: rules.ToNationalFinal, Origin: season.Origin{Kind: season.FromChampionship}, State: season.PlaceDeclined,
				RefundGrounds: grounds("1.9", "journey-not-paid"), Steps: []season.PlaceStep{{Kind: season.Entitled, Player: player(26), Grounds: grounds("1.9", "reigning-champion")}},
			},
			{
				ID: "national-final/r/1", To: rules.ToNationalFinal, Origin: season.Origin{Kind: season.FromRegionalFinal, Event: eventID(3), Region: region(11), Rank: 1, Day: "2010-01-31"},
				Holder: player(27), State: season.Held, Refund: true, RefundGrounds: grounds("1.9", "journey-paid"), Steps: []season.PlaceStep{{Kind: season.Won, Player: player(27), Grounds: won}},
			},
		},
	}
}

func thawed(t *testing.T, s season.State) season.State {
	t.Helper()
	out, err := frozen.Thaw(frozen.Freeze(s))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A state is read as it was kept, to the last member, and keeping it does not change it.
func TestWholeState(t *testing.T) {
	t.Parallel()
	s := whole()
	if diff := cmp.Diff(s, thawed(t, s)); diff != "" {
		t.Errorf("(-kept +read)\n%s", diff)
	}
	if diff := cmp.Diff(whole(), s); diff != "" {
		t.Errorf("it is changed by being kept:\n%s", diff)
	}
	if !bytes.Equal(frozen.Freeze(s), frozen.Freeze(whole())) {
		t.Error("the same state has two documents")
	}
	if diff := cmp.Diff(season.State{Events: []season.EventState{}, Places: []season.Place{}}, thawed(t, season.State{})); diff != "" {
		t.Errorf("of a season without anything: %s", diff)
	}
}

// Each difference between two states is kept in their documents.
func TestEveryDifferenceIsKept(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*season.State){
		"a refused entrant":     func(s *season.State) { s.Events[0].Refused[1].Player = player(99) },
		"why":                   func(s *season.State) { s.Events[0].Refused[1].Reason = "already-qualified" },
		"a figure of why":       func(s *season.State) { s.Events[0].TierGrounds.Params["number"] = "13" },
		"a tier of one id":      func(s *season.State) { s.Events[1].Tier.Least = 14 },
		"the next tier":         func(s *season.State) { s.Events[1].Next = nil },
		"what became of photos": func(s *season.State) { s.Events[1].Checks[0].Result = season.Open },
		"who may waive it":      func(s *season.State) { s.Events[1].Checks[0].Waive = rules.ByWhoChecks },
		"a breach":              func(s *season.State) { s.Events[0].Breaches = nil },
		"the sum for prizes":    func(s *season.State) { s.Events[0].Prizes.Pay.Cents++ },
		"a host":                func(s *season.State) { s.Regions[1].Host = region(12) },
		"who was without place": func(s *season.State) { s.Regions[0].Result.WithoutPlace[0] = player(99) },
		"a holder":              func(s *season.State) { s.Places[2].Holder = player(99) },
		"a region":              func(s *season.State) { s.Places[0].Region = region(12) },
		"where it comes from":   func(s *season.State) { s.Places[2].Origin.Event = eventID(1) },
		"a step":                func(s *season.State) { s.Places[0].Steps = s.Places[0].Steps[:3] },
		"when":                  func(s *season.State) { s.Places[0].Steps[3].At = at(13) },
		"on which day":          func(s *season.State) { s.Places[0].Steps[1].Day = "2009-03-02" },
		"an answer":             func(s *season.State) { s.Places[0].AnswerBy = nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := whole()
			change(&s)
			if cmp.Equal(s, whole()) {
				t.Fatal("nothing was changed")
			}
			if diff := cmp.Diff(s, thawed(t, s)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Grounds that would read the same if their parts were joined stay different.
func TestGroundsAreDistinguished(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]league.Grounds{
		{grounds("1", "ab"), grounds("1a", "b")},
		{grounds("1", "a", "b", "c"), grounds("1", "a", "b", "")},
		{grounds("1", "a", "b", "c"), grounds("1", "a", "bc", "")},
		{grounds("1", "a", "b", "c", "d", "e"), grounds("1", "a", "b", "e", "d", "c")},
		{{Code: "CN09", Reason: "a"}, {Par: "CN09", Reason: "a"}},
	} {
		s := whole()
		s.Events[0].TierGrounds, s.Events[1].TierGrounds = pair[0], pair[1]
		if got := thawed(t, s); !cmp.Equal(got.Events[0].TierGrounds, pair[0]) || !cmp.Equal(got.Events[1].TierGrounds, pair[1]) {
			t.Errorf("%s and %s are read as %s and %s", pair[0], pair[1], got.Events[0].TierGrounds, got.Events[1].TierGrounds)
		}
	}
}

// A document can be read with zstd and jq: repeated values are written once and referred to by their number
// from 0.
func TestFormOfADocument(t *testing.T) {
	t.Parallel()
	d := unpack(t, frozen.Freeze(whole())).(map[string]any)
	if d["form"] != json.Number("1") {
		t.Errorf("form %v", d["form"])
	}
	ids := d["ids"].([]any)
	if ids[0] != uuid.Nil.String() {
		t.Errorf("the first id is that of nobody: %v", ids[0])
	}
	holder, err := d["places"].([]any)[2].(map[string]any)["holder"].(json.Number).Int64()
	if err != nil || ids[holder] != id(27).String() {
		t.Errorf("the holder is %v, %v", ids[holder], err)
	}
	written := string(text(t, frozen.Freeze(whole())))
	for said, times := range map[string]int{`"reason":"place-won"`: 1, `"reason":"tier-by-entered"`: 1, `"reason":"photos-missing"`: 1, `"id":"selection"`: 1, id(24).String(): 1} {
		if got := strings.Count(written, said); got != times {
			t.Errorf("%s stands there %d times", said, got)
		}
	}
	first := d["events"].([]any)[0].(map[string]any)
	if _, has := first["places"]; has {
		t.Error("the places of an event follow from the places")
	}
}

// Unknown members are ignored, because a later program of the same form may write them.
func TestMoreThanIsKnown(t *testing.T) {
	t.Parallel()
	more := bytes.Replace(text(t, frozen.Freeze(whole())), []byte(`{"form":1`), []byte(`{"form":1,"weather":"rain"`), 1)
	if got, err := frozen.Thaw(document(t, more)); err != nil || !cmp.Equal(got, whole()) {
		t.Errorf("%v", err)
	}
}

// A document that refers to a missing value is refused with an error that names the number.
func TestNumbersOfNothing(t *testing.T) {
	t.Parallel()
	good := text(t, frozen.Freeze(whole()))
	for name, change := range map[string][2]string{
		"a tier":      {`"tier":0`, `"tier":9`},
		"a check":     {`"checks":[0,1]`, `"checks":[0,77]`},
		"a reason":    {`"tierGrounds":`, `"tierGrounds":9`},
		"a player":    {`"holder":`, `"holder":99`},
		"below zero":  {`"tier":0`, `"tier":-1`},
		"a next tier": {`"next":1`, `"next":2`},
	} {
		bad := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(bad, good) {
			t.Errorf("%s: nothing was changed", name)
			continue
		}
		if _, err := frozen.Thaw(document(t, bad)); err == nil || !strings.HasPrefix(err.Error(), "frozen: number ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, bad := range map[string][]byte{
		"another form": bytes.Replace(good, []byte(`"form":1`), []byte(`"form":2`), 1), "no JSON": good[:len(good)/2], "a text for a number": bytes.Replace(good, []byte(`"tier":0`), []byte(`"tier":"0"`), 1),
	} {
		if _, err := frozen.Thaw(document(t, bad)); err == nil || !strings.HasPrefix(err.Error(), "frozen: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	cut := frozen.Freeze(whole())
	if _, err := frozen.Thaw(cut[:len(cut)-5]); err == nil {
		t.Error("half a document was read")
	}
}

// A season of a thousand events with the same grounds takes little more than the numbers of these grounds.
func TestDocumentsAreSmall(t *testing.T) {
	t.Parallel()
	s := whole()
	one := s.Events[0]
	for n := range 1000 {
		next := one
		next.ID, next.Places = league.EventID{UUID: uuid.NewSHA1(uuid.Nil, []byte{byte(n >> 8), byte(n)})}, nil
		s.Events = append(s.Events, next)
	}
	if size := len(frozen.Freeze(s)); size > 60_000 {
		t.Errorf("a thousand events take %d bytes", size)
	}
	if got := thawed(t, s); len(got.Events) != 1002 || !cmp.Equal(got.Events[1001], s.Events[1001]) {
		t.Error("the last is not as it was")
	}
}
