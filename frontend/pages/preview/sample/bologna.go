package sample

import (
	"encoding/hex"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// game is one table of a round: players in the order of play with their points,
// 0 for a game that is not over.
type game []seat

type seat struct {
	name string
	vp   int
}

// rounds are the games of Bologna. The second and third round follow from the
// standings before them; round 3 is as far as two finished tables.
var rounds = [][]game{
	{
		{{"Nicolò Tassinari", 10}, {"Irene Cavallari", 7}, {"Tommaso Zanetti", 5}, {"Giada Ravaglia", 4}},
		{{"Filippo Montanari", 6}, {"Federica Lodi", 10}, {"Anna Neri", 5}, {"Andrea Bonfigli", 6}},
		{{"Riccardo Fabbri", 8}, {"Sara Gherardi", 8}, {"Valentina Sighinolfi", 10}, {"Lorenzo Guidetti", 7}},
		{{"Alice Venturelli", 9}, {"Simone Malagoli", 7}, {"Silvia Pedrazzi", 10}, {"Ivajlo Penev", 7}},
		{{"Matteo Burzacchi", 5}, {"Marta Bellandi", 10}, {"Elisa Morandi", 5}},
		{{"Davide Orlandini", 9}, {"Beatrice Corsini", 6}, {"Pietro Scalabrin", 10}},
	},
	{
		{{"Federica Lodi", 8}, {"Marta Bellandi", 10}, {"Pietro Scalabrin", 6}, {"Nicolò Tassinari", 8}},
		{{"Silvia Pedrazzi", 5}, {"Davide Orlandini", 8}, {"Valentina Sighinolfi", 10}, {"Alice Venturelli", 3}},
		{{"Sara Gherardi", 5}, {"Riccardo Fabbri", 10}, {"Irene Cavallari", 9}, {"Ivajlo Penev", 3}},
		{{"Simone Malagoli", 6}, {"Beatrice Corsini", 6}, {"Lorenzo Guidetti", 10}, {"Andrea Bonfigli", 6}},
		{{"Matteo Burzacchi", 4}, {"Filippo Montanari", 10}, {"Elisa Morandi", 4}},
		{{"Tommaso Zanetti", 10}, {"Giada Ravaglia", 6}, {"Anna Neri", 5}},
	},
	{
		{{"Nicolò Tassinari", 0}, {"Marta Bellandi", 0}, {"Federica Lodi", 0}, {"Valentina Sighinolfi", 0}},
		{{"Pietro Scalabrin", 7}, {"Lorenzo Guidetti", 10}, {"Riccardo Fabbri", 8}, {"Filippo Montanari", 5}},
		{{"Davide Orlandini", 0}, {"Tommaso Zanetti", 0}, {"Irene Cavallari", 0}, {"Silvia Pedrazzi", 0}},
		{{"Sara Gherardi", 0}, {"Beatrice Corsini", 0}, {"Andrea Bonfigli", 0}, {"Simone Malagoli", 0}},
		{{"Giada Ravaglia", 10}, {"Anna Neri", 6}, {"Alice Venturelli", 7}},
		{{"Elisa Morandi", 0}, {"Ivajlo Penev", 0}, {"Matteo Burzacchi", 0}},
	},
}

// later are the points with which the games of round 3 that are not over end,
// by table, and the final.
var (
	later = map[int][]int{0: {6, 10, 8, 9}, 2: {10, 7, 7, 6}, 3: {4, 11, 5, 8}, 5: {9, 10, 6}}
	final = game{{"Marta Bellandi", 8}, {"Valentina Sighinolfi", 7}, {"Lorenzo Guidetti", 10}, {"Davide Orlandini", 6}}
)

// secret is the secret of the draw, one that gives exactly the lots of the story.
const secret = "3860a2eafbb10fc2dbb2061a2be3acbd0463f1ea2a432784bdc963dd13769d2d"

// field lists the players, by start number, with their lots.
type field struct {
	number  map[string]league.Entry
	players map[int]openapi.EntryRef
	ids     []string
	seed    [32]byte
	lots    map[league.Entry]int
	order   []league.Entry
}

// drawField gives start numbers in the order in which the first round sits, as
// drawn from the secret.
func drawField() field {
	f := field{number: make(map[string]league.Entry), players: make(map[int]openapi.EntryRef)}
	var names []string
	var entries []league.Entry
	for _, g := range rounds[0] {
		for _, s := range g {
			names = append(names, s.name)
			entries = append(entries, league.Entry(len(names)))
			f.ids = append(f.ids, playerID(s.name).String())
		}
	}
	key, err := hex.DecodeString(secret)
	if err != nil {
		panic(err) // a constant
	}
	f.seed = seating.Seed(key, f.ids)
	f.lots = seating.DrawLots(f.seed, entries)
	f.order = seating.Shuffle(f.seed, seating.PurposeFirstRound, entries)
	for i, entry := range f.order {
		f.number[names[i]] = entry
		f.players[int(entry)] = openapi.EntryRef{
			Number: int(entry), Player: openapi.PlayerRef{Id: playerID(names[i]), Name: names[i]},
		}
	}
	return f
}

func playerID(name string) openapi.PlayerID {
	return league.PlayerID{UUID: uuid.NewSHA1(uuid.NameSpaceURL, []byte("sample player "+name))}
}

// facts returns the facts of the event up to a phase, with the given number of further results of round 3.
func (f field) facts(phase Phase, further int) tournament.Facts {
	facts := tournament.Facts{
		Formula: "club", Pairing: rules.ByStandings, Lots: f.lots, FirstRound: f.order,
		Sanctions: []league.Sanction{{
			Entry: f.number["Simone Malagoli"], Kind: league.Warning, Reason: "slow-play", At: league.Moment{Round: 2, During: true},
		}},
	}
	for entry := 1; entry <= len(f.players); entry++ {
		facts.Entrants = append(facts.Entrants, league.Entry(entry))
	}
	for i, games := range rounds {
		round := tournament.Round{Kind: league.Preliminary, Closed: i < 2 || phase == Finished}
		for j, g := range games {
			points := later[j]
			if i == 2 && points != nil && (phase == Finished || further > 0) {
				g = g.ending(points)
				further--
			}
			round.Tables = append(round.Tables, f.table(j+1, g))
		}
		facts.Rounds = append(facts.Rounds, round)
	}
	if phase == Finished {
		facts.Rounds = append(facts.Rounds, tournament.Round{Kind: league.Final, Tables: []tournament.Table{f.table(1, final)}, Closed: true})
	}
	return facts
}

func (g game) ending(points []int) game {
	over := make(game, len(g))
	for i, s := range g {
		over[i] = seat{s.name, points[i]}
	}
	return over
}

// table is a table with its recorded result; a player with ten points has declared.
func (f field) table(number int, g game) tournament.Table {
	t := tournament.Table{Number: number}
	result := league.Result{Ended: league.Declared}
	for _, s := range g {
		entry := f.number[s.name]
		t.Seats = append(t.Seats, entry)
		result.Seats = append(result.Seats, league.SeatResult{Entry: entry, VP: s.vp})
		if s.vp >= 10 {
			result.DeclaredBy = entry
		}
	}
	if result.DeclaredBy != 0 {
		t.Result = &result
	}
	return t
}
