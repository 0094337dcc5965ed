package season_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
)

func cn09(t rapid.TB) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// book is a season that a test describes in text, one fact per line:
//
//	regions A B                               as they are listed
//	champion rex                              reigning
//	national 2010-03-20                       the day of the national final
//	calendar 2009-02-01 2009-12-31 2010-02-14 the days of the season, where they were moved
//	bar ugo banned 2009-05-01 2009-05-31      from and until; "-" is open. Behind it may
//	                                          stand decided=2009-04-30 and from which circuits
//	                                          and finals only
//	a1 regional A 2009-03-14 28/26: anna bo   entered/played: ranking
//	g1 open 2009-04-01 16: anna bo            the rest of the field plays under no name
//	merge A B                                 A plays with B
//	final A 2010-01-31: anna bo               ranking of the regional final; pending, invalid,
//	                                          waived=finalist-without-place
//	verdict a1 invalid                        the last word on an event: valid, invalid, pending
//	away anna national                        cannot come; lapsed: did not answer
//	ask anna national yes                     convoked, and comes; at=a1/1, at=+anna: to which
//	                                          place of hers, by the names of [book.describe], as things stand
//	decide A final with 2 at hand: anna       the manager: semifinals at 2 tables, why, who is called up
//
// A report comes in time with all photos and is homologated if nothing is wrong.
// Otherwise the line of an event says, before the colon: planned (not played),
// pending (no verdict), unreported, invalid, valid, unsound, new (organizer),
// announced=2009-03-01, received=2009-03-20, photos=winner,panorama,
// waived=too-few-players, referees=x,y, prizes=2500 or prizes=kept, settled, signed=anna (who
// signed up without playing), also=anna (who played behind), exempt=anna (the same, and the
// manager let her in although she had qualified), refused=anna/banned.
type book struct {
	t     rapid.TB
	facts season.Facts
	names map[uuid.UUID]string
	clock time.Time // the time of decisions after the events
}

// read writes down a season by a ruleset.
func read(t rapid.TB, r *rules.Ruleset, text string) *book {
	t.Helper()
	b := &book{t: t, names: make(map[uuid.UUID]string), clock: time.Date(2010, 1, 10, 12, 0, 0, 0, time.UTC)}
	b.facts = season.Facts{Rules: r, Period: season.Period{
		From: r.Season.Calendar.From, To: r.Season.Calendar.To, FinalsBy: cmp.Or(r.Season.Final.By, r.Season.Calendar.To),
	}}
	return b.add(text)
}

// add adds the facts that further lines describe.
func (b *book) add(text string) *book {
	b.t.Helper()
	for line := range strings.Lines(text) {
		head, tail, _ := strings.Cut(line, ":")
		if words := strings.Fields(head); len(words) > 0 {
			b.line(words, strings.Fields(tail))
		}
	}
	return b
}

func (b *book) line(words, tail []string) {
	b.t.Helper()
	f := &b.facts
	switch words[0] {
	case "regions":
		for _, name := range words[1:] {
			f.Regions = append(f.Regions, b.region(name))
		}
	case "champion":
		f.Champion = b.player(words[1])
	case "national":
		f.Period.NationalFinal = day(words[1])
	case "calendar":
		f.Period.From, f.Period.To, f.Period.FinalsBy = day(words[1]), day(words[2]), day(words[3])
	case "bar":
		f.Bars = append(f.Bars, b.bar(words))
	case "merge":
		f.Merges = append(f.Merges, season.Merge{Region: b.region(words[1]), Into: b.region(words[2])})
	case "final":
		reported := season.Event{Report: &season.Report{Received: shift(day(words[2]), 1), Documents: b.documents()}}
		b.options(&reported, words[3:])
		f.Finals = append(f.Finals, season.Final{
			Region: b.region(words[1]), Event: b.event("final" + words[1]), Day: day(words[2]), Ended: reported.Ended, Ranking: b.players(tail),
			Report: reported.Report, Verdict: verdict(words[3:]), Waived: waived(words[3:]),
		})
	case "verdict":
		b.verdict(words[1], words[2])
	case "away":
		f.Unavailable = append(f.Unavailable, season.Unavailability{Player: b.player(words[1]), To: final(words[2]), At: b.tick(), Lapsed: slices.Contains(words, "lapsed")})
	case "ask":
		b.ask(words)
	case "decide":
		f.Decisions = append(f.Decisions, season.Decision{
			Region: b.region(words[1]), Kind: season.FinalKind(words[2]), Semifinals: number(b.t, words[4]), Why: strings.Join(words[5:], " "), CalledUp: b.players(tail), At: b.tick(),
		})
	default:
		b.play(words, tail)
	}
}

// verdict replaces the verdict on an event.
func (b *book) verdict(event, word string) {
	for i := range b.facts.Events {
		if e := &b.facts.Events[i]; e.ID == b.event(event) {
			e.Verdict = verdict([]string{word})
		}
	}
}

func verdict(words []string) *season.Verdict {
	if slices.Contains(words, "pending") {
		return nil
	}
	return &season.Verdict{Valid: !slices.Contains(words, "invalid"), Waived: waived(words)}
}

// waived returns the demands that the options of an event or final waive.
func waived(words []string) (out []season.Demand) {
	for _, word := range words {
		if demand, ok := strings.CutPrefix(word, "waived="); ok {
			out = append(out, season.Demand(demand))
		}
	}
	return out
}

func (b *book) ask(words []string) {
	c := season.Convocation{Player: b.player(words[1]), To: final(words[2]), At: b.tick()}
	c.AnswerBy = c.At.AddDate(0, 0, 7)
	for _, word := range words {
		if at, ok := strings.CutPrefix(word, "at="); ok {
			c.Place = b.placeOf(at)
		}
	}
	if slices.Contains(words, "yes") {
		yes := b.tick()
		c.Accepted = &yes
	}
	b.facts.Convocations = append(b.facts.Convocations, c)
}

// placeOf returns the id of a place in the present state.
func (b *book) placeOf(subject string) season.PlaceID {
	for _, p := range b.state().Places {
		if b.subject(p) == subject {
			return p.ID
		}
	}
	b.t.Fatalf("there is no place %s", subject)
	return ""
}

// play writes down an event.
func (b *book) play(words, ranking []string) {
	b.t.Helper()
	e := season.Event{ID: b.event(words[0]), Circuit: rules.Circuit(words[1]), Ranking: b.players(ranking)}
	words = words[2:]
	if e.Circuit == rules.RegionalCircuit {
		e.Region, words = b.region(words[0]), words[1:]
	}
	e.Day = day(words[0])
	e.Announced = shift(e.Day, -30)
	e.Report = &season.Report{Received: shift(e.Day, 1), Documents: b.documents()}
	options := words[2:]
	b.options(&e, options)
	b.field(&e, words[1], ranking)
	if slices.Contains(options, "planned") {
		e.Ranking, e.Report = nil, nil
	}
	b.facts.Events = append(b.facts.Events, e)
	judge := !slices.ContainsFunc(options, func(o string) bool { return slices.Contains([]string{"planned", "pending", "unreported"}, o) })
	if judge {
		b.judge(options)
	}
}

// documents returns the kinds of all photos that the ruleset demands.
func (b *book) documents() (out []string) {
	for _, d := range b.facts.Rules.Season.Documents {
		out = append(out, d.Kind)
	}
	return out
}

// field adds entrants up to the number that entered and the number that played; ranked entrants
// played.
func (b *book) field(e *season.Event, size string, ranking []string) {
	entered, played, fewer := strings.Cut(size, "/")
	if !fewer {
		played = entered
	}
	players := 0
	enter := func(entrant facts.Entrant) {
		e.Entrants = append(e.Entrants, entrant)
		if entrant.Played {
			players++
		}
	}
	named := e.Entrants
	e.Entrants = nil
	for _, entrant := range named {
		enter(entrant)
	}
	for _, name := range ranking {
		if !slices.ContainsFunc(named, func(n facts.Entrant) bool { return n.Player == b.player(name) }) {
			enter(facts.Entrant{Player: b.player(name), Played: true})
		}
	}
	for i := len(e.Entrants); i < number(b.t, entered); i++ {
		enter(facts.Entrant{Player: b.player(fmt.Sprintf("%s-%d", b.names[e.ID.UUID], i)), Played: players < number(b.t, played)})
	}
}

func (b *book) options(e *season.Event, options []string) {
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		values := strings.Split(value, ",")
		switch name {
		case "unreported":
			e.Report = nil
		case "unsound":
			e.Report.Unsound = true
		case "new":
			e.NewOrganizer = true
		case "announced":
			e.Announced = day(value)
		case "ended":
			e.Ended = day(value)
		case "received":
			e.Report.Received = day(value)
		case "photos":
			e.Report.Documents = values
		case "referees":
			e.Referees = b.players(values)
		case "prizes":
			cents, _ := strconv.Atoi(value)
			e.Prizes = &season.Prizes{Kept: value == "kept", Settled: slices.Contains(options, "settled"), Price: league.Money{Cents: int64(cents), Currency: "EUR"}}
		case "signed", "also", "exempt":
			for _, p := range b.players(values) {
				e.Entrants = append(e.Entrants, facts.Entrant{Player: p, Played: name != "signed", Exempt: name == "exempt"})
			}
		case "refused":
			player, reason, _ := strings.Cut(value, "/")
			e.Entrants = append(e.Entrants, facts.Entrant{Player: b.player(player), Refused: rules.ExclusionReason(reason)})
		}
	}
}

// judge homologates the last event, unless it fails a demand that is not waived, or the options
// contain another verdict.
func (b *book) judge(options []string) {
	e := &b.facts.Events[len(b.facts.Events)-1]
	v := &season.Verdict{Valid: true, At: b.clock.AddDate(-1, 0, 0), Waived: waived(options)}
	e.Verdict = v
	state := b.state().Events
	i := slices.IndexFunc(state, func(s season.EventState) bool { return s.ID == e.ID })
	v.Valid = len(state[i].Failed()) == 0 && !slices.Contains(options, "invalid") || slices.Contains(options, "valid")
}

func (b *book) state() season.State { return season.Derive(b.facts) }

func (b *book) tick() time.Time {
	b.clock = b.clock.Add(time.Minute)
	return b.clock
}

func (b *book) id(name string) uuid.UUID {
	if name == "-" {
		return uuid.Nil
	}
	id := uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))
	b.names[id] = name
	return id
}

func (b *book) player(name string) league.PlayerID { return league.PlayerID{UUID: b.id(name)} }
func (b *book) region(name string) league.RegionID { return league.RegionID{UUID: b.id(name)} }

// event returns an id for the name of an event; ids sort like their names.
func (b *book) event(name string) league.EventID {
	var id uuid.UUID
	copy(id[:], name)
	b.names[id] = name
	return league.EventID{UUID: id}
}

func (b *book) players(names []string) []league.PlayerID {
	out := make([]league.PlayerID, len(names))
	for i, name := range names {
		out[i] = b.player(name)
	}
	return out
}

func number(t rapid.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func day(text string) rules.Day {
	if text == "-" {
		return ""
	}
	return rules.Day(text)
}

func shift(d rules.Day, days int) rules.Day {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		panic(err)
	}
	return rules.Day(t.AddDate(0, 0, days).Format(time.DateOnly))
}

func final(word string) rules.SeasonFinal { return rules.SeasonFinal(word + "-final") }

// bar reads a period in which a player may not take part.
func (b *book) bar(words []string) season.Bar {
	out := season.Bar{Player: b.player(words[1]), Reason: rules.ExclusionReason(words[2]), From: day(words[3]), Until: day(words[4])}
	for _, from := range words[5:] {
		if decided, ok := strings.CutPrefix(from, "decided="); ok {
			out.Decided = day(decided)
			continue
		}
		if to := rules.SeasonFinal(from); to == rules.ToRegionalFinal || to == rules.ToNationalFinal {
			out.Finals = append(out.Finals, to)
		} else {
			out.Circuits = append(out.Circuits, rules.Circuit(from))
		}
	}
	return out
}
