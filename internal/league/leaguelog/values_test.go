package leaguelog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/logfact"
)

// Values that a member cannot have are refused: a record that cannot be read as it was
// meant is not read as something else. Each line has its control, which differs in the
// value alone.
func TestValuesThatAreNone(t *testing.T) {
	t.Parallel()
	const uuidOf1 = `"00000000-0000-0000-0000-000000000001"`
	for _, tt := range []struct {
		kind, data  string // the value in question is ?
		good, wrong []string
	}{
		{"round.closed", `{"round":?}`, []string{"0", "2", "2147483648"}, []string{`"2"`, "2.5", "1e3", "true", "[2]", "{}", "9223372036854775808"}},
		{"entry.promoted", `{"entry":?}`, []string{"3"}, []string{`"3"`, "3.1", "false", uuidOf1}},
		{"prize.stocked", `{"prize":` + uuidOf1 + `,"quantity":?}`, []string{"-3", "0"}, []string{`"-3"`, "-0.5"}},
		{"refund.paid", `{"refund":` + uuidOf1 + `,"season":` + uuidOf1 + `,"cents":?}`, []string{"9223372036854775807"}, []string{"12.50", `"12"`, "9223372036854775808"}},
		{"ban.decided", `{"ban":?}`, []string{uuidOf1}, []string{`"1"`, `""`, "1", `"00000000-0000-0000-0000-00000000000g"`, `"00000000-0000-0000-0000-0000000000011"`}},
		{"player.created", `{"player":?}`, []string{uuidOf1}, []string{`"Ada"`, "7", "[]"}},
		{"exclusion.recorded", `{"exclusion":?}`, []string{uuidOf1}, []string{`"x"`, "{}", "true"}},
		{"ruling.decided", `{"ruling":` + uuidOf1 + `,"upheld":?}`, []string{"true", "false"}, []string{"1", `"true"`, "0"}},
		{"report.sent", `{"number":1,"received":?,"late":false,"digest":""}`, []string{`"2009-03-08"`, `"2008-02-29"`}, []string{`"2009-02-29"`, `"2009-3-8"`, `"08.03.2009"`, `"2009-03-08T00:00:00Z"`, `""`, "20090308", `"0000-01-01"`}},
		{"sanction.given", `{"v":2,"sanction":` + uuidOf1 + `,"entry":3,"kind":"points","points":?}`, []string{`"-7"`, `"-0.5"`, `"1/3"`, "null"}, []string{"-7", `"seven"`, `"1/0"`, `""`, `"1e9"`, `"0x7"`}},
		{"homologation.waived", `{"number":1,"waived":?,"unsound":false,"forContact":false}`, []string{`["results-late"]`, "[]", "null"}, []string{`"results-late"`, "[7]", "{}"}},
		{"photo.received", `{"photo":` + uuidOf1 + `,"kind":"panorama","round":?,"bytes":1}`, []string{"2", "null"}, []string{`"2"`, "2.5", "[]"}},
		{"round.drawn", `{"v":2,"round":1,"kind":"final","method":"lot","tables":?}`, []string{`[{"table":1,"seats":[2,1]}]`, "[]"}, []string{`{}`, `[1]`, `[{"table":1,"seats":[2,"1"]}]`, `[{"table":1,"chairs":[2,1]}]`}},
		{"hosting.changed", `{"hosting":` + uuidOf1 + `,"event":?}`, []string{uuidOf1, "null"}, []string{`""`, "1"}},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			t.Parallel()
			for _, value := range tt.good {
				if _, err := leaguelog.Decode(tt.kind, []byte(strings.Replace(tt.data, "?", value, 1))); err != nil {
					t.Errorf("%s is refused: %v", value, err)
				}
			}
			for _, value := range tt.wrong {
				f, err := leaguelog.Decode(tt.kind, []byte(strings.Replace(tt.data, "?", value, 1)))
				if err == nil {
					t.Errorf("%s is read as %+v", value, f)
				} else if errors.Is(err, logfact.ErrVersion) || errors.Is(err, logfact.ErrKind) {
					t.Errorf("%s is refused for another reason: %v", value, err)
				}
			}
		})
	}
}

// A moment is written as it is, to the nanosecond and with its zone, and read as the same
// moment; what is no moment, or has no zone, is refused.
func TestMoments(t *testing.T) {
	t.Parallel()
	rome := time.FixedZone("", 3600)
	call := func(at time.Time) leaguelog.ConvocationSent {
		return leaguelog.ConvocationSent{Call: leaguelog.Call{Season: seasonID(1), Convocation: id(2), Player: player(3), AnswerBy: at}}
	}
	for want, at := range map[string]time.Time{
		"2010-01-17T22:59:59Z":           time.Date(2010, 1, 17, 22, 59, 59, 0, time.UTC),
		"2010-01-17T23:59:59+01:00":      time.Date(2010, 1, 17, 23, 59, 59, 0, rome),
		"2010-01-17T22:59:59.000000001Z": time.Date(2010, 1, 17, 22, 59, 59, 1, time.UTC),
		"2010-01-17T22:59:59.5Z":         time.Date(2010, 1, 17, 22, 59, 59, 5e8, time.UTC),
		"0001-01-01T00:00:00Z":           {},
	} {
		data, err := logfact.Encode(call(at))
		if err != nil || !strings.Contains(string(data), `"answerBy":"`+want+`"`) {
			t.Errorf("%s is written as %s, %v", want, data, err)
			continue
		}
		read, err := leaguelog.Decode("convocation.sent", data)
		if err != nil || !read.(leaguelog.ConvocationSent).AnswerBy.Equal(at) {
			t.Errorf("%s is read as %+v, %v", want, read, err)
		}
	}
	data, err := logfact.Encode(call(time.Time{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{`"2010-01-17"`, `"2010-01-17T22:59:59"`, `"2010-01-17 22:59:59Z"`, `"2010-02-30T00:00:00Z"`, "1263769199", `""`} {
		if f, err := leaguelog.Decode("convocation.sent", []byte(strings.Replace(string(data), `"0001-01-01T00:00:00Z"`, wrong, 1))); err == nil {
			t.Errorf("%s is read as %+v", wrong, f)
		}
	}
	if _, err := logfact.Encode(call(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC))); err == nil {
		t.Error("a year of five digits is written, and could not be read")
	}
}

// Every code of an act makes the fact that is called as it, with all that the act says; the
// record differs in its kind alone.
func TestCodesOfActs(t *testing.T) {
	t.Parallel()
	parcel := leaguelog.Parcel{Shipment: id(1), State: "sent", Kept: true, Cents: 2500}
	claim := leaguelog.Claim{Refund: id(1), Season: seasonID(2), Cents: 12345}
	clock := leaguelog.Clock{Round: 2, Table: 3, Seconds: 90}
	club := id(3)
	hosting := leaguelog.Hosting{Hosting: id(1), Club: &club}
	verdict := leaguelog.Verdict{Number: 2, Waived: []string{"results-late"}, Unsound: true, ForContact: true}
	season := leaguelog.SeasonNow{Season: seasonID(1), Version: 2, PlaysFrom: "2009-02-01", PlaysTo: "2009-12-31", FinalsBy: "2010-02-14", TimeZone: "UTC", Regions: []league.RegionID{{UUID: id(4)}}}
	for _, tt := range []struct {
		about, data string
		codes       string
		make        func(code string) logfact.Fact
	}{
		{
			"prizes.", `{"shipment":"#1","state":"sent","kept":true,"cents":2500}`, "sent cancelled kept returned paid",
			func(code string) logfact.Fact { return leaguelog.PrizesMoved(code, parcel) },
		},
		{
			"refund.", `{"refund":"#1","season":"#2","cents":12345}`, "submitted asked refused withdrawn approved listed unlisted paid failed",
			func(code string) logfact.Fact { return leaguelog.RefundMoved(code, claim) },
		},
		{
			"clock.", `{"v":2,"round":2,"table":3,"seconds":90}`, "start pause resume extend limit-turns last-turn advance end reset",
			func(code string) logfact.Fact { return leaguelog.ClockFact(code, clock) },
		},
		{
			"hosting.", `{"hosting":"#1","club":"#3"}`, "requested changed asked answered approved refused withdrawn",
			func(code string) logfact.Fact { return leaguelog.HostingTurned(code, hosting) },
		},
		{
			"homologation.", `{"number":2,"waived":["results-late"],"unsound":true,"forContact":true}`, "homologated invalidated returned waived reversed",
			func(code string) logfact.Fact { return leaguelog.VerdictGiven(code, verdict) },
		},
		{
			"season.", `{"season":"#1","version":2,"playsFrom":"2009-02-01","playsTo":"2009-12-31","finalsBy":"2010-02-14","timeZone":"UTC","champion":null,"regions":["#4"]}`, "opened closed reopened",
			func(code string) logfact.Fact { return leaguelog.SeasonTurned(code, season) },
		},
	} {
		t.Run(tt.about, func(t *testing.T) {
			t.Parallel()
			var records []record
			for _, code := range strings.Fields(tt.codes) {
				records = append(records, record{tt.make(code), tt.about + code + " " + tt.data})
			}
			writtenAndRead(t, records)
		})
	}
}

// A reader of the log distinguishes its records by their kinds. None is ever renamed or
// given to something else; further ones are added here.
func TestKinds(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"answer":             "coming not-coming",
		"apart":              "recorded revoked",
		"attendance":         "recorded revoked",
		"ban":                "appealed decided",
		"categories":         "set",
		"call":               "answered made",
		"clock":              "advance end extend last-turn limit-turns pause reset resume start",
		"club":               "changed closed created removed",
		"contact-data":       "changed",
		"convocation":        "lapsed sent withdrawn",
		"entry":              "acceptance-undone accepted barred cancelled check-in-undone checked-in confirmed created exempted fee-marked lapse-decided name-reserved promoted refused replaced seat-confirmed seat-lapsed",
		"event":              "announced cancelled changed created entries-closed entries-opened finished imported promotions-changed reopened ruleset-changed started table-results-changed validity-decided",
		"exclusion":          "recorded revoked",
		"final":              "decided decision-revoked",
		"form":               "ended sent",
		"homologation":       "homologated invalidated returned reversed waived",
		"history":            "received stored undone",
		"hosting":            "answered approved asked changed refused requested withdrawn",
		"import":             "received",
		"outcome":            "corrected recorded withdrawn",
		"payment-list":       "cancelled made settled",
		"photo":              "changed received removed",
		"player":             "changed code-made created distinction-revoked distinguished erased linked memberships-corrected merged request-ended requested transferred unlinked unmerged",
		"previous-standings": "set",
		"prize":              "added stocked",
		"prizes":             "allocated cancelled kept paid returned sent",
		"ranking":            "created opening-recorded posted",
		"refund":             "approved asked failed listed opened paid refused submitted unlisted withdrawn",
		"regions":            "merge-revoked merged",
		"report":             "sent",
		"result":             "agreed corrected declared recorded",
		"round":              "closed discarded drawn reopened",
		"ruleset":            "archived changed created published",
		"ruling":             "appealed decided recorded",
		"sanction":           "confirmed given revoked",
		"season":             "calendar-released changed closed created moved opened region-joined region-left reopened ruleset-changed",
		"series":             "changed created event-recorded penalty-imposed penalty-revoked posted",
		"staff":              "added removed",
		"structure":          "approved proposed withdrawn",
		"withdrawal":         "recorded revoked",
	}
	got := make(map[string]string)
	for _, f := range leaguelog.Registry.Facts() {
		about, happened, _ := strings.Cut(f.Kind(), ".")
		got[about] = strings.TrimSpace(got[about] + " " + happened)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the log has other kinds (-want +got)\n%s", diff)
	}
}

// What is not there is written as nothing, where a reader may do without it, and as null or
// an empty list where they must see that there is none.
func TestNothingAndNull(t *testing.T) {
	t.Parallel()
	champion := league.PlayerID{UUID: id(3)}
	for _, tt := range []struct {
		name        string
		none, there logfact.Fact
		member      string
		written     string // where there is none; "" is not at all
	}{
		{"no event before the approval", leaguelog.HostingAsked{Hosting: leaguelog.Hosting{HostedEvent: &leaguelog.HostedEvent{}}}, leaguelog.HostingAsked{Hosting: leaguelog.Hosting{HostedEvent: &leaguelog.HostedEvent{Event: &league.EventID{}}}}, "event", "null"},
		{"the log of the club names no event", leaguelog.HostingAsked{}, leaguelog.HostingAsked{Hosting: leaguelog.Hosting{HostedEvent: &leaguelog.HostedEvent{Event: &league.EventID{}}}}, "event", ""},
		{"nobody is champion", leaguelog.SeasonMoved{}, leaguelog.SeasonMoved{SeasonNow: leaguelog.SeasonNow{Champion: &champion}}, "champion", "null"},
		{"an event by itself", leaguelog.EventChanged{}, leaguelog.EventChanged{EventNow: leaguelog.EventNow{OfSeason: &leaguelog.OfSeason{}}}, "season", ""},
		{"an event of no region", leaguelog.EventChanged{}, leaguelog.EventChanged{EventNow: leaguelog.EventNow{Region: &league.RegionID{}}}, "region", ""},
		{"the structure of the formula", leaguelog.StructureApproved{}, leaguelog.StructureApproved{StructureNow: leaguelog.StructureNow{OwnStructure: &leaguelog.OwnStructure{}}}, "structure", ""},
		{"a photo of no round", leaguelog.PhotoReceived{}, leaguelog.PhotoReceived{Round: ref(0)}, "round", "null"},
		{"a ruling about no round", leaguelog.RulingRecorded{}, leaguelog.RulingRecorded{Round: ref(0)}, "round", ""},
		{"points that follow from the offense", leaguelog.SanctionGiven{}, leaguelog.SanctionGiven{Points: &league.Frac{}}, "points", ""},
		{"a round seated by no hat", leaguelog.RoundDrawn{}, leaguelog.RoundDrawn{Order: []league.Entry{1}}, "order", ""},
		{"nobody was absent", leaguelog.EventFinished{Outcome: leaguelog.Outcome{Absent: ids()}}, leaguelog.EventFinished{Outcome: leaguelog.Outcome{Absent: ids(1)}}, "absent", "[]"},
		{"a seat of no fixed schedule", leaguelog.EventStarted{Entrants: []leaguelog.Drawn{{}}}, leaguelog.EventStarted{Entrants: []leaguelog.Drawn{{Place: 1}}}, "place", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for i, fact := range []logfact.Fact{tt.none, tt.there} {
				data, err := logfact.Encode(fact)
				if err != nil {
					t.Fatal(err)
				}
				_, after, has := strings.Cut(string(data), fmt.Sprintf("%q:", tt.member))
				switch {
				case i == 1 && (!has || slices.Contains([]string{"null", "[]"}, after[:min(4, len(after))])):
					t.Errorf("it is there and not written: %s", data)
				case i == 0 && (has != (tt.written != "") || !strings.HasPrefix(after, tt.written)):
					t.Errorf("want %q, got %s", tt.written, data)
				}
			}
		})
	}
}
