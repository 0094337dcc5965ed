package registertest

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/rules/rulesyaml"
	"referto/internal/league/season"
)

// Book holds the facts of a season that a test describes in text.
type Book struct {
	facts.SeasonFacts
	Rules *rules.Ruleset
	// Own holds the rulesets of events that are not played by the season's, by the names of the
	// events.
	Own map[string]*rules.Ruleset
	// TakenBack holds the revoked convocations, which are no longer facts of the season.
	TakenBack []facts.Convocation
	t         rapid.TB
	// names holds the name of every id given out, and is shared by copies, as subtests that run in
	// parallel use one book.
	names *sync.Map
}

// SeasonID is the id of every season of a book.
var SeasonID = league.SeasonID{UUID: uuid.NewSHA1(uuid.NameSpaceOID, []byte("season"))}

// CN09 is the only preset ruleset that has seasons.
const CN09 = "catan-nazionale-2009"

// Read makes a book of a season played by a preset, or by a ruleset of package season's tests.
func Read(t rapid.TB, ruleset, text string) *Book {
	t.Helper()
	return By(t, Ruleset(t, ruleset), text)
}

// Ruleset returns a preset, or a ruleset of package season's tests. It fails the test if there is
// none.
func Ruleset(t rapid.TB, id string) *rules.Ruleset {
	t.Helper()
	if r, err := presets.Find(id); err == nil {
		return r
	}
	document, err := os.ReadFile(filepath.Join("..", "season", "testdata", id+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rulesyaml.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// By makes a book of a season played by a ruleset.
func By(t rapid.TB, r *rules.Ruleset, text string) *Book {
	t.Helper()
	b := &Book{Rules: r, t: t, names: &sync.Map{}}
	b.Entrants, b.Rankings, b.Documents = map[league.EventID][]facts.Entrant{}, map[league.EventID][]league.PlayerID{}, map[league.EventID][]facts.DocumentKind{}
	b.SeasonFacts.Season = facts.Season{
		ID: SeasonID, Title: "season", State: planning.SeasonRunning, TimeZone: cmp.Or(r.Season.Calendar.TimeZone, "UTC"),
		PlaysFrom: r.Season.Calendar.From.Midnight(), PlaysTo: r.Season.Calendar.To.Midnight(), FinalsBy: cmp.Or(r.Season.Final.By, r.Season.Calendar.To).Midnight(),
	}
	return b.Add(text)
}

// Add adds the facts that further lines describe.
func (b *Book) Add(text string) *Book {
	b.t.Helper()
	for line := range strings.Lines(text) {
		head, tail, _ := strings.Cut(line, ": ")
		if words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(head), ":")); len(words) > 0 {
			b.line(words, strings.Fields(tail))
		}
	}
	return b
}

// Season returns the season of the present facts.
func (b *Book) Season() *register.Season {
	by := make(map[league.EventID]*rules.Ruleset, len(b.Events))
	for _, e := range b.Events {
		if by[e.ID] = b.Rules; b.Own[e.Title] != nil {
			by[e.ID] = b.Own[e.Title]
		}
	}
	return register.New(b.SeasonFacts, register.InForce{Rules: b.Rules}, by, nil)
}

func (b *Book) line(words, tail []string) {
	b.t.Helper()
	switch words[0] {
	case "regions":
		for _, name := range words[1:] {
			b.Regions = append(b.Regions, facts.SeasonRegion{ID: b.Region(name), Name: name})
		}
	case "champion":
		champion := b.Player(words[1])
		b.SeasonFacts.Season.ChampionID = &champion
	case "days":
		s := &b.SeasonFacts.Season
		s.PlaysFrom, s.PlaysTo, s.FinalsBy = rules.Day(words[1]).Midnight(), rules.Day(words[2]).Midnight(), rules.Day(words[3]).Midnight()
	case "merge":
		b.Merges = append(b.Merges, facts.RegionMerge{Ordinal: len(b.Merges) + 1, RegionID: b.Region(words[1]), IntoID: b.Region(words[2]), DecidedAt: b.At("2010-01-08 12:00")})
	case "decide":
		b.Decisions = append(b.Decisions, b.Decision(strings.Join(words[1:], " ")+": "+strings.Join(tail, " ")))
	case "call":
		b.call(words[1:])
	case "no":
		b.Unavailabilities = append(b.Unavailabilities, facts.Unavailability{
			ID: b.ID("no " + words[1] + words[2]), PlayerID: b.Player(words[1]), Final: words[2] + "-final", Lapsed: slices.Contains(words, "lapsed"), SaidAt: b.At("2010-01-12 12:00"),
		})
	case "bar":
		b.Bars = append(b.Bars, facts.SeasonBar{
			PlayerID: b.Player(words[1]), Reason: rules.ExclusionReason(words[2]), FromDay: b.day(words[3]), UntilDay: b.day(words[4]), Kinds: words[5:], DecidedAt: b.At("2009-01-02 12:00"),
		})
	default:
		b.play(words, tail)
	}
}

// Decision reads the manager's decision on a regional final: "A final 2 at hand: wanda".
func (b *Book) Decision(text string) facts.FinalDecision {
	b.t.Helper()
	head, tail, _ := strings.Cut(text, ":")
	words := strings.Fields(head)
	out := facts.FinalDecision{
		Ordinal: len(b.Decisions) + 1, RegionID: b.Region(words[0]), Kind: words[1], Semifinals: b.number(words[2]), Why: strings.Join(words[3:], " "), DecidedAt: b.At("2010-01-09 12:00"),
	}
	for _, name := range strings.Fields(tail) {
		out.CalledUp = append(out.CalledUp, b.Player(name))
	}
	return out
}

// call adds the convocation of a player, to the place that they have then or to the one that a
// named event gave its winner.
func (b *Book) call(words []string) {
	b.t.Helper()
	to, sent := Final(words[1]), b.At("2010-01-10 10:00")
	c := facts.Convocation{ID: b.ID("call " + words[0] + words[1]), PlayerID: b.Player(words[0]), Final: string(to), SentAt: sent, AnswerBy: b.At("2010-01-17 23:59")}
	if p, has := b.Season().PlaceOf(c.PlayerID, to); has {
		c.Place = string(p.ID)
	}
	for _, word := range words[2:] {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "at":
			c.Place = string(to) + "/" + b.Event(value).ID.String() + "/1"
		case "by":
			c.AnswerBy = b.At(value + " 23:59")
		case "yes":
			yes := b.At("2010-01-11 12:00")
			c.AcceptedAt = &yes
		case "withdrawn":
			c.WithdrawnAt = &sent
			b.TakenBack = append(b.TakenBack, c)
			return
		}
	}
	if c.Place == "" {
		b.t.Fatalf("%s has no place in the %s", words[0], to)
	}
	b.Convocations = append(b.Convocations, c)
}

// Call returns the convocation of a player to a final. It fails the test if there is none.
func (b *Book) Call(name, final string) facts.Convocation {
	b.t.Helper()
	all := slices.Concat(b.Convocations, b.TakenBack)
	i := slices.IndexFunc(all, func(c facts.Convocation) bool { return c.ID == b.ID("call "+name+final) })
	if i < 0 {
		b.t.Fatalf("%s was not convoked to the %s final", name, final)
	}
	return all[i]
}

// Place returns the place that a player has in a final of a season. It fails the test if there is
// none.
func (b *Book) Place(s *register.Season, name, final string) season.Place {
	b.t.Helper()
	p, has := s.PlaceOf(b.Player(name), Final(final))
	if !has {
		b.t.Fatalf("%s has no place in the %s final", name, final)
	}
	return p
}

// Event returns an event by its name. It fails the test if there is none.
func (b *Book) Event(name string) facts.Event {
	b.t.Helper()
	i := slices.IndexFunc(b.Events, func(e facts.Event) bool { return e.Title == name })
	if i < 0 {
		b.t.Fatalf("there is no event %s", name)
	}
	return b.Events[i]
}

// ID returns the id of a name, always the same.
func (b *Book) ID(name string) uuid.UUID {
	id := uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))
	b.names.Store(id, name)
	return id
}

// Player returns the id of a player's name.
func (b *Book) Player(name string) league.PlayerID { return league.PlayerID{UUID: b.ID(name)} }

// Players returns the ids of players' names, in the same order.
func (b *Book) Players(names ...string) []league.PlayerID {
	out := make([]league.PlayerID, len(names))
	for i, name := range names {
		out[i] = b.Player(name)
	}
	return out
}

// Region returns the id of a region's name, and the zero id for "-".
func (b *Book) Region(name string) league.RegionID {
	if name == "-" {
		return league.RegionID{}
	}
	return league.RegionID{UUID: b.ID(name)}
}

// At reads a moment in the season's time zone, "2010-01-10 09:00".
func (b *Book) At(text string) time.Time {
	b.t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, b.SeasonFacts.Season.Location())
	if err != nil {
		b.t.Fatal(err)
	}
	return at
}

// Final returns the final whose name begins with a word: "regional" or "national".
func Final(word string) rules.SeasonFinal { return rules.SeasonFinal(word + "-final") }

func (b *Book) day(text string) rules.Day {
	if text == "-" {
		return ""
	}
	return rules.Day(text)
}

func (b *Book) number(text string) int {
	b.t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}
