package rules_test

import (
	"encoding/json"
	"testing"

	"referto/internal/strictyaml"
)

// houseSeason is a made-up season that says something in every section, each citing a
// paragraph of house rules.
const houseSeason = `
calendar: {from: "2026-02-01", to: "2026-12-31", outside: invalid, timeZone: Europe/Rome, paragraph: "1"}
announcement: {days: 14, late: breach_only, paragraph: "2"}
clash: {days: 7, kilometers: 50}
report: {days: 7, waive: manager, paragraph: "3"}
homologation: {days: 7, paragraph: "3"}
reminders: [{duty: announce, days: 3, late: true}, {duty: report, days: 1}]
contacts: {publishes: [mail, city], paragraph: "4"}
documents: [{kind: winner, paragraph: "5"}, {kind: tables, rounds: [1, 2], waive: checker, paragraph: "5"}]
sound: {paragraph: "5"}
checked: {notBy: [organized, played], paragraph: "5"}
tiers:
  - {id: town, name: Town, circuits: [regional], least: 8, leads: [{to: regional-final, substitute: {place: 2, paragraph: "6"}}], paragraph: "6"}
  - {id: city, name: City, circuits: [regional], least: 12, leads: [{to: national-final, refund: true}, {to: regional-final}], paragraph: "6"}
  - {id: open, name: Open, circuits: [open, online], least: 10, leads: [{to: national-final}], paragraph: "7"}
counts: registered
fewer: {newOrganizersOnly: true, waive: manager, paragraph: "7"}
barred: counted
champion: {to: national-final, refund: true, paragraph: "8"}
final:
  by: "2027-02-14"
  late: invalid
  papers: demanded
  withoutPlace: void
  leads: [{to: national-final, substitute: {place: 3, paragraph: "9"}}]
  leadsParagraph: "9"
  formats:
    - {finalists: 1, do: merge, paragraph: "9"}
    - {finalists: 3, do: final, callUp: {to: 6, least: 4, places: [2, 4], first: largest, otherwise: tournament}, paragraph: "9"}
    - {finalists: 8, do: final, semifinals: 2, paragraph: "9"}
  paragraph: "8"
answer: {days: 7, remindDays: 2, paragraph: "9"}
refund: {substitute: as_route, claimDays: 30, paragraph: "9"}
callUp: {level: earlier_date, twice: by_date, paragraph: "9"}
prizes: {days: 7, keep: true, paragraph: "9"}
paragraph: "1"
`

// aSeason returns the changes that give the house rules a season.
func aSeason(t *testing.T) []change {
	t.Helper()
	document, err := strictyaml.ToJSON([]byte(houseSeason))
	if err != nil {
		t.Fatal(err)
	}
	return []change{{"/season", json.RawMessage(document)}}
}

// TestJudgeSeason: the days of a season, its announcements and reports.
func TestJudgeSeason(t *testing.T) {
	t.Parallel()
	with := aSeason(t)
	const at = "/season"
	days := func(member, paragraph string) []judged {
		told := at + member + ": " + paragraph + "outside-range (max=1000, min=0)"
		return []judged{{at: at + member, wrong: -1, want: told, right: 0, with: with}, {at: at + member, wrong: 1001, want: told, right: 1000, with: with}}
	}
	judge(t, days("/announcement/days", "HR 2: "))
	judge(t, days("/report/days", "HR 3: "))
	judge(t, days("/homologation/days", "HR 3: "))
	judge(t, days("/clash/days", "HR 1: "))
	judge(t, days("/clash/kilometers", "HR 1: "))
	judge(t, days("/reminders/1/days", "HR 1: "))
	judge(t, days("/prizes/days", "HR 9: "))
	judge(t, days("/refund/claimDays", "HR 9: "))
	judge(t, []judged{
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "2", with: with},
		{at: at + "/calendar/from", wrong: "2027-01-01", want: at + "/calendar/to: HR 1: ends-before-it-begins", right: "2026-12-31", with: with},
		{at: at + "/calendar/from", wrong: nil, want: at + "/calendar/to: HR 1: ends-before-it-begins", right: "2026-01-01", with: with},
		{at: at + "/calendar/to", wrong: "2026-01-31", want: at + "/calendar/to: HR 1: ends-before-it-begins", right: "2026-02-01", with: with},
		{at: at + "/calendar/to", wrong: "2026-02-30", want: at + "/calendar/to: not-written-so (value=2026-02-30)", right: "2026-02-28", with: with},
		{at: at + "/calendar/outside", wrong: "", want: at + "/calendar/outside: HR 1: unknown-option (got=, want=[breach_only invalid])", right: "breach_only", with: with},
		{at: at + "/calendar/timeZone", wrong: "Europe/Aosta", want: at + "/calendar/timeZone: HR 1: unknown-time-zone (zone=Europe/Aosta)", right: "Europe/Sofia", with: with},
		{at: at + "/calendar/paragraph", wrong: "", want: at + "/calendar/paragraph: paragraph-missing", right: "3", with: with},
		{at: at + "/announcement/late", wrong: "void", want: at + "/announcement/late: HR 2: unknown-option (got=void, want=[breach_only invalid])", right: "invalid", with: with},
		{at: at + "/announcement/paragraph", wrong: "22", want: at + "/announcement/paragraph: no-such-paragraph (paragraph=22)", right: "3", with: with},
		{at: at + "/report/waive", wrong: "organizer", want: at + "/report/waive: HR 3: unknown-option (got=organizer, want=[ manager checker])", right: "checker", with: with},
		{at: at + "/report/paragraph", wrong: "", want: at + "/report/paragraph: paragraph-missing", right: "2", with: with},
		{at: at + "/homologation/paragraph", wrong: "", want: at + "/homologation/paragraph: paragraph-missing", right: "2", with: with},
		{at: at + "/homologation", wrong: object{"days": 0, "paragraph": "33"}, want: at + "/homologation/paragraph: no-such-paragraph (paragraph=33)", right: nil, with: with},
		{at: at + "/sound/paragraph", wrong: "", want: at + "/sound/paragraph: paragraph-missing", right: "1", with: with},
		{at: at + "/prizes/paragraph", wrong: "", want: at + "/prizes/paragraph: paragraph-missing", right: "1", with: with},
		{at: at + "/prizes", wrong: object{"days": 0, "keep": false, "paragraph": ""}, want: at + "/prizes/paragraph: paragraph-missing", right: nil, with: with},
		{at: at + "/fewer/waive", wrong: "", want: at + "/fewer/waive: HR 7: unknown-option (got=, want=[manager checker])", right: "checker", with: with},
		{at: at + "/fewer/paragraph", wrong: "", want: at + "/fewer/paragraph: paragraph-missing", right: "1", with: with},
		{at: at + "/fewer", wrong: object{"newOrganizersOnly": false, "waive": "manager", "paragraph": ""}, want: at + "/fewer/paragraph: paragraph-missing", right: nil, with: with},
	})
}

// TestJudgeSeasonPeople: whom a season writes to, whose data it publishes, who checks.
func TestJudgeSeasonPeople(t *testing.T) {
	t.Parallel()
	with := aSeason(t)
	const at = "/season"
	const duties = "[announce report answer-question return-prizes homologate decide-hosting announce-final name-region decide outside-season claim-refund complete-refund]"
	const parts = "[organized refereed played recorded reported]"
	judge(t, []judged{
		{at: at + "/reminders/1/duty", wrong: "announce", want: at + "/reminders/1/duty: HR 1: repeated (value=announce)", right: "homologate", with: with},
		{at: at + "/reminders/1/duty", wrong: "sing", want: at + "/reminders/1/duty: HR 1: unknown-option (got=sing, want=" + duties + ")", right: "claim-refund", with: with},
		{at: at + "/reminders/1/duty", wrong: "", want: at + "/reminders/1/duty: HR 1: required; " + at + "/reminders/1/duty: HR 1: unknown-option (got=, want=" + duties + ")", right: "complete-refund", with: with},
		{at: at + "/contacts/publishes/1", wrong: "mail", want: at + "/contacts/publishes/1: HR 4: repeated (value=mail)", right: "telephone", with: with},
		{at: at + "/contacts/publishes/1", wrong: "address", want: at + "/contacts/publishes/1: HR 4: unknown-option (got=address, want=[mail telephone city])", right: "city", with: with},
		{at: at + "/contacts/paragraph", wrong: "", want: at + "/contacts/paragraph: paragraph-missing", right: "1", with: with},
		{at: at + "/contacts", wrong: object{"publishes": []string{}, "paragraph": "44"}, want: at + "/contacts/paragraph: no-such-paragraph (paragraph=44)", right: object{"publishes": []string{}, "paragraph": ""}, with: with},
		{at: at + "/documents/1/kind", wrong: "winner", want: at + "/documents/1/kind: HR 5: repeated (value=winner)", right: "finalists", with: with},
		{at: at + "/documents/1/kind", wrong: "", want: at + "/documents/1/kind: HR 5: required", right: "x", with: with},
		{at: at + "/documents/1/kind", wrong: "Panorama", want: at + "/documents/1/kind: HR 5: not-lower-kebab", right: "panorama", with: with},
		{at: at + "/documents/1/kind", wrong: "2nd-table", want: at + "/documents/1/kind: HR 5: not-lower-kebab", right: "table-2", with: with},
		{at: at + "/documents/1/kind", wrong: "final table", want: at + "/documents/1/kind: HR 5: not-lower-kebab", right: "final-table", with: with},
		{at: at + "/documents/1/kind", wrong: long(41), want: at + "/documents/1/kind: HR 5: text-too-long (most=40)", right: long(40), with: with},
		{at: at + "/tiers/1/id", wrong: long(41), want: at + "/tiers/1/id: HR 6: text-too-long (most=40)", right: long(40), with: with},
		{at: at + "/documents/1/rounds/1", wrong: 0, want: at + "/documents/1/rounds/1: HR 5: too-small (least=1)", right: 1, with: with},
		{at: at + "/documents/0/waive", wrong: "winner", want: at + "/documents/0/waive: HR 5: unknown-option (got=winner, want=[ manager checker])", right: "manager", with: with},
		{at: at + "/documents/1/paragraph", wrong: "", want: at + "/documents/1/paragraph: paragraph-missing", right: "6", with: with},
		{at: at + "/checked/notBy/1", wrong: "organized", want: at + "/checked/notBy/1: HR 5: repeated (value=organized)", right: "refereed", with: with},
		{at: at + "/checked/notBy/1", wrong: "watched", want: at + "/checked/notBy/1: HR 5: unknown-option (got=watched, want=" + parts + ")", right: "reported", with: with},
		{at: at + "/checked/paragraph", wrong: "55", want: at + "/checked/paragraph: no-such-paragraph (paragraph=55)", right: "", with: with},
	})
}

// TestJudgeTiers: the sizes of events and what a place in them leads to.
func TestJudgeTiers(t *testing.T) {
	t.Parallel()
	with := aSeason(t)
	const at = "/season/tiers"
	const finals = "[regional-final national-final]"
	substitute := func(place int, paragraph string) object { return object{"place": place, "paragraph": paragraph} }
	to := func(finals ...string) (leads []object) {
		for _, final := range finals {
			leads = append(leads, object{"to": final})
		}
		return leads
	}
	var nine []string
	for range 9 {
		nine = append(nine, "national-final")
	}
	judge(t, []judged{
		{at: at, wrong: []object{}, want: at + ": HR 1: required", right: []object{{"id": "one", "name": "One", "circuits": []string{"open"}, "least": 1, "leads": to("national-final"), "paragraph": "6"}}, with: with},
		{at: at + "/1/id", wrong: "town", want: at + "/1/id: HR 6: repeated (value=town)", right: "cities", with: with},
		{at: at + "/1/id", wrong: "", want: at + "/1/id: HR 6: required", right: "c", with: with},
		{at: at + "/2/circuits", wrong: []string{}, want: at + "/2/circuits: HR 7: required", right: []string{"online"}, with: with},
		{at: at + "/2/circuits/1", wrong: "private", want: at + "/2/circuits/1: HR 7: unknown-option (got=private, want=[regional open online])", right: "online", with: with},
		{at: at + "/1/least", wrong: 8, want: at + "/1/least: HR 6: not-ascending", right: 9, with: with},
		{at: at + "/2/circuits/0", wrong: "regional", want: at + "/2/least: HR 7: not-ascending", right: "open", with: with},
		{at: at + "/2/least", wrong: 0, want: at + "/2/least: HR 7: not-ascending; " + at + "/2/least: HR 7: not-ascending; " + at + "/2/leads: HR 7: outside-range (max=0, min=1)", right: 1, with: with},
		{at: at + "/0/leads", wrong: []object{}, want: at + "/0/leads: HR 6: outside-range (max=8, min=1)", right: to("national-final"), with: with},
		{at: at + "/0/leads", wrong: to(nine...), want: at + "/0/leads: HR 6: outside-range (max=8, min=1)", right: to(nine[:8]...), with: with},
		{at: at + "/0/leads/0/to", wrong: "moon", want: at + "/0/leads/0/to: HR 6: unknown-option (got=moon, want=" + finals + ")", right: "national-final", with: with},
		{at: at + "/0/leads/0/substitute", wrong: substitute(1, "6"), want: at + "/0/leads/0/substitute/place: HR 6: not-ascending", right: substitute(2, "6"), with: with},
		{at: at + "/1/leads/1/substitute", wrong: substitute(2, "6"), want: at + "/1/leads/1/substitute/place: HR 6: not-ascending", right: substitute(3, "6"), with: with},
		{at: at + "/0/leads/0/substitute", wrong: substitute(2, ""), want: at + "/0/leads/0/substitute/paragraph: paragraph-missing", right: nil, with: with},
		{at: at + "/2/leads/0/to", wrong: "regional-final", want: at + "/2/leads/0/to: HR 7: of-no-region", right: "national-final", with: with},
		{at: at + "/1/circuits/1", wrong: "open", want: at + "/1/leads/1/to: HR 6: of-no-region; " + at + "/2/least: HR 7: not-ascending", right: nil, with: with},
		{at: at + "/1/paragraph", wrong: "", want: at + "/1/paragraph: paragraph-missing", right: "7", with: with},
		{at: "/season/counts", wrong: "", want: "/season/counts: HR 1: unknown-option (got=, want=[registered players])", right: "players", with: with},
		{at: "/season/barred", wrong: "", want: "/season/barred: HR 1: unknown-option (got=, want=[refused_not_counted counted])", right: "refused_not_counted", with: with},
		{at: "/season/champion/to", wrong: "moon", want: "/season/champion/to: HR 8: unknown-option (got=moon, want=" + finals + ")", right: "national-final", with: with},
		{at: "/season/champion/to", wrong: "regional-final", want: "/season/champion/to: HR 8: of-no-region", right: "national-final", with: with},
		{at: "/season/champion/substitute", wrong: substitute(2, "8"), want: "/season/champion/substitute: HR 8: not-for-champion", right: nil, with: with},
		{at: "/season/champion/paragraph", wrong: "", want: "/season/champion/paragraph: paragraph-missing", right: "1", with: with},
		{
			at: "/season/final", wrong: nil, want: at + "/0/leads/0/to: HR 6: no-regional-finals; " + at + "/1/leads/1/to: HR 6: no-regional-finals",
			right: object{"by": "2027-01-31", "late": "invalid", "leads": to("national-final"), "leadsParagraph": "9", "paragraph": "8"}, with: with,
		},
	})
}

// TestJudgeFinals: how the finals of the regions are played, by how many there are.
func TestJudgeFinals(t *testing.T) {
	t.Parallel()
	with := aSeason(t)
	const at = "/season/final"
	const acts = "[final tournament merge decide]"
	judge(t, []judged{
		{at: at + "/by", wrong: "2026-01-31", want: at + "/by: HR 8: ends-before-it-begins", right: "2026-02-01", with: with},
		{at: at + "/late", wrong: "", want: at + "/late: HR 8: unknown-option (got=, want=[breach_only invalid])", right: "breach_only", with: with},
		{at: at + "/papers", wrong: "some", want: at + "/papers: HR 8: unknown-option (got=some, want=[ demanded not_demanded])", right: "not_demanded", with: with},
		{at: at + "/withoutPlace", wrong: "lost", want: at + "/withoutPlace: HR 8: unknown-option (got=lost, want=[ void stands])", right: "stands", with: with},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "9", with: with},
		{at: at + "/leadsParagraph", wrong: "", want: at + "/leadsParagraph: HR 8: paragraph-missing", right: "8", with: with},
		{at: at + "/leads/0/to", wrong: "regional-final", want: at + "/leads/0/to: HR 8: of-no-region", right: "national-final", with: with},
		{at: at + "/leads/0/to", wrong: "", want: at + "/leads/0/to: HR 8: unknown-option (got=, want=[regional-final national-final])", right: "national-final", with: with},
		{at: at + "/leads/0/substitute/place", wrong: 1, want: at + "/leads/0/substitute/place: HR 9: not-ascending", right: 2, with: with},
		{at: at + "/leads/0/substitute/paragraph", wrong: "99", want: at + "/leads/0/substitute/paragraph: no-such-paragraph (paragraph=99)", right: "8", with: with},
		{at: at + "/formats/0/finalists", wrong: 0, want: at + "/formats/0/finalists: HR 9: not-ascending", right: 2, with: with},
		{at: at + "/formats/2/finalists", wrong: 3, want: at + "/formats/2/finalists: HR 9: not-ascending", right: 4, with: with},
		{at: at + "/formats/0/do", wrong: "", want: at + "/formats/0/do: HR 9: unknown-option (got=, want=" + acts + ")", right: "decide", with: with},
		{at: at + "/formats/2/semifinals", wrong: 1, want: at + "/formats/2/semifinals: HR 9: outside-range (max=0, min=2)", right: 2, with: with},
		{at: at + "/formats/2/semifinals", wrong: -1, want: at + "/formats/2/semifinals: HR 9: outside-range (max=0, min=2)", right: 0, with: with},
		{at: at + "/formats/2/do", wrong: "tournament", want: at + "/formats/2/semifinals: HR 9: outside-range (max=0, min=2)", right: "final", with: with},
		{at: at + "/formats/2/paragraph", wrong: "", want: at + "/formats/2/paragraph: paragraph-missing", right: "8", with: with},
		{at: at + "/formats/1/callUp/to", wrong: 3, want: at + "/formats/1/callUp/to: HR 9: not-ascending; " + at + "/formats/1/callUp/least: HR 9: outside-range (max=3, min=4)", right: 4, with: with},
		{at: at + "/formats/1/callUp/least", wrong: 3, want: at + "/formats/1/callUp/least: HR 9: outside-range (max=6, min=4)", right: 4, with: with},
		{at: at + "/formats/1/callUp/least", wrong: 7, want: at + "/formats/1/callUp/least: HR 9: outside-range (max=6, min=4)", right: 6, with: with},
		{at: at + "/formats/1/callUp/places", wrong: []int{}, want: at + "/formats/1/callUp/places: HR 9: required", right: []int{2}, with: with},
		{at: at + "/formats/1/callUp/places", wrong: []int{1, 2}, want: at + "/formats/1/callUp/places/0: HR 9: not-ascending", right: []int{2, 3}, with: with},
		{at: at + "/formats/1/callUp/places", wrong: []int{3, 3}, want: at + "/formats/1/callUp/places/1: HR 9: not-ascending", right: []int{3, 4}, with: with},
		{at: at + "/formats/1/callUp/first", wrong: "", want: at + "/formats/1/callUp/first: HR 9: unknown-option (got=, want=[first-played largest])", right: "first-played", with: with},
		{at: at + "/formats/1/callUp/otherwise", wrong: "final", want: at + "/formats/1/callUp/otherwise: HR 9: unknown-option (got=final, want=[tournament merge decide])", right: "merge", with: with},
	})
}

// TestJudgePlaces: how the places of the national final are answered, paid for and given on.
func TestJudgePlaces(t *testing.T) {
	t.Parallel()
	with := aSeason(t)
	const at = "/season"
	judge(t, []judged{
		{at: at + "/answer/days", wrong: -1, want: at + "/answer/days: HR 9: outside-range (max=1000, min=0); " + at + "/answer/remindDays: HR 9: outside-range (max=-1, min=0)", right: 2, with: with},
		{at: at + "/answer/days", wrong: 1001, want: at + "/answer/days: HR 9: outside-range (max=1000, min=0)", right: 1000, with: with},
		{at: at + "/answer/days", wrong: 1, want: at + "/answer/remindDays: HR 9: outside-range (max=1, min=0)", right: 2, with: with},
		{at: at + "/answer/remindDays", wrong: 8, want: at + "/answer/remindDays: HR 9: outside-range (max=7, min=0)", right: 7, with: with},
		{at: at + "/answer/remindDays", wrong: -1, want: at + "/answer/remindDays: HR 9: outside-range (max=7, min=0)", right: 0, with: with},
		{at: at + "/answer/paragraph", wrong: "99", want: at + "/answer/paragraph: no-such-paragraph (paragraph=99)", right: "", with: with},
		{at: at + "/refund/substitute", wrong: "", want: at + "/refund/substitute: HR 9: unknown-option (got=, want=[as_route no_refund])", right: "no_refund", with: with},
		{at: at + "/refund/paragraph", wrong: "", want: at + "/refund/paragraph: paragraph-missing", right: "1", with: with},
		{at: at + "/callUp/level", wrong: "", want: at + "/callUp/level: HR 9: unknown-option (got=, want=[earlier_date later_date])", right: "later_date", with: with},
		{at: at + "/callUp/twice", wrong: "", want: at + "/callUp/twice: HR 9: unknown-option (got=, want=[refunded_route by_date])", right: "refunded_route", with: with},
		{at: at + "/callUp/paragraph", wrong: "", want: at + "/callUp/paragraph: paragraph-missing", right: "1", with: with},
	})
}
