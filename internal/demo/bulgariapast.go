package demo

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// fieldOfLeague are the players of the Bulgarian ranking: first those in the hall, then by skill.
var fieldOfLeague = []person{
	{"Тихомир Лазов", "Клуб „Шестоъгълник“", "София"},
	{"Дора Желязкова", "Клуб „Дунав“", "Русе"},
	{"Николай Дойчев", "Морски вълци", "Варна"},
	{"Стоян Бърдаров", "", "Стара Загора"},
	{"Десислава Колева", "Клуб „Шестоъгълник“", "София"},
	{"Крум Арнаудов", "Клуб „Шестоъгълник“", "София"},
	{"Ивайло Пенев", "Клуб „Дунав“", "Русе"},
	{"Калоян Минчев", "Тракийски зарове", "Пловдив"},
	{"Росица Найденова", "Клуб „Дунав“", "Русе"},
	{"Атанас Кръстев", "", "Плевен"},
	{"Цветелина Радева", "Тракийски зарове", "Пловдив"},
	{"Борислав Ганев", "Клуб „Шестоъгълник“", "София"},
	{"Емил Сотиров", "", "Бургас"},
	{"Явор Маджаров", "Морски вълци", "Варна"},
	{"Илияна Топалова", "", "Сливен"},
	{"Снежана Милушева", "Тракийски зарове", "Пловдив"},
	{"Пламен Цонев", "Морски вълци", "Варна"},
	{"Гергана Стоилова", "Клуб „Шестоъгълник“", "София"},
	{"Мартин Велев", "", "Велико Търново"},
	{"Йоана Димова", "Морски вълци", "Варна"},
	{"Румен Хаджийски", "", "Благоевград"},
	{"Весела Панайотова", "Тракийски зарове", "Пловдив"},
	{"Любомир Костов", "", "Перник"},
	{"Албена Узунова", "", "Бургас"},
	{"Свилен Божков", "Клуб „Дунав“", "Русе"},
	{"Катерина Мечева", "Клуб „Шестоъгълник“", "София"},
	{"Огнян Рашков", "", "Шумен"},
	{"Невена Зафирова", "", "Хасково"},
	{"Здравко Чакъров", "", "Пазарджик"},
	{"Антоанета Вълева", "Клуб „Шестоъгълник“", "София"},
	{"Филип Цанков", "", "Враца"},
	{"Боряна Кунева", "Морски вълци", "Варна"},
}

const (
	// retired is the number of players in the hall.
	retired = 2
	// pastEvents is the number of tournaments of ten years that come in as files.
	pastEvents = 30
)

// venues are the towns and clubs where the tournaments were held.
var venues = []eventfile.Venue{
	{Name: "Клуб „Шестоъгълник“", City: "София"},
	{Name: "Дом на културата", City: "Пловдив"},
	{Name: "Морско казино", City: "Варна"},
	{Name: "Клуб „Дунав“", City: "Русе"},
	{Name: "Читалище „Зора“", City: "Сливен"},
	{Name: "Градска библиотека", City: "Бургас"},
}

// months are the months in which a year has its tournaments.
var months = []time.Month{time.March, time.June, time.October}

// newPast plays the tournaments of ten years before a day, in two rounds by lot each, and returns their files in the
// order of their days. A fixed seed decides the fields and the winners.
func newPast(day time.Time) ([]json.RawMessage, error) {
	r, err := presets.Find(rankingRules)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(leagueZone)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seasonSeed, capOfRanking))
	var files []json.RawMessage
	for i := range pastEvents {
		year, month := day.Year()-10+i/len(months)+1, months[i%len(months)]
		held := time.Date(year, month, 4+random.IntN(20), 11, 0, 0, 0, zone)
		held = held.AddDate(0, 0, int(time.Saturday-held.Weekday()))
		if !held.Before(at(day, -45, 0)) {
			break
		}
		venue := venues[random.IntN(len(venues))]
		p := pastEvent{rules: r, random: random, document: eventfile.Document{
			Format: eventfile.FormatName, Ruleset: eventfile.Ruleset{Key: rankingRules},
			Event: eventfile.Announcement{
				Title: fmt.Sprintf("%s %d, %s", venue.City, year, seasons[month]), Kind: "ranking", StartsAt: held.UTC(), TimeZone: leagueZone, Venue: venue,
			},
		}}
		p.field(i)
		if err := p.play(i); err != nil {
			return nil, err
		}
		text, err := eventfile.Encode(p.document.Normal())
		if err != nil {
			return nil, err
		}
		files = append(files, text)
	}
	return files, nil
}

// seasons name a tournament by the time of the year.
var seasons = map[time.Month]string{time.March: "пролет", time.June: "лято", time.October: "есен"}

// pastEvent is a tournament while it is played.
type pastEvent struct {
	rules    *rules.Ruleset
	random   *rand.Rand
	document eventfile.Document
}

// field draws the entrants: the best players come most often, those in the hall came until they reached it.
func (p *pastEvent) field(number int) {
	var names []person
	for i, person := range fieldOfLeague {
		often, until := 92-2*i, pastEvents
		if i < retired {
			often, until = 96, 20+5*i
		}
		if number < until && p.random.IntN(100) < often && (i < retired+12 || number >= (i-retired-12)) {
			names = append(names, person)
		}
	}
	p.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for i, person := range names[:min(len(names), 16)] {
		p.document.Entries = append(p.document.Entries, eventfile.Entry{Number: league.Entry(i + 1), Name: person.name, Club: person.club})
	}
}

// play plays both rounds.
func (p *pastEvent) play(number int) error {
	f, seed := &p.document.Facts, sha256.Sum256(fmt.Append(nil, "lzb ", number))
	for _, e := range p.document.Entries {
		f.Entrants = append(f.Entrants, e.Number)
	}
	f.Lots = seating.DrawLots(seed, f.Entrants)
	f.Variant, f.Formula, f.Pairing = p.rules.Game.Variants[0].ID, "two-rounds", rules.ByLot
	f.FirstRound = seating.Shuffle(seed, seating.PurposeFirstRound, f.Entrants)
	for {
		state, err := tournament.Replay(p.rules, *f)
		if err != nil {
			return fmt.Errorf("demo: tournament %d: %w", number, err)
		}
		if state.Next.Undrawn {
			f.Draws = append(f.Draws, seating.Shuffle(seed, seating.PurposeRound(state.Next.Number), f.Entrants))
			continue
		}
		if state.Next.Kind == "" {
			return nil
		}
		if state.Next.Err != nil {
			return fmt.Errorf("demo: tournament %d: %w", number, state.Next.Err)
		}
		round := tournament.Round{Kind: state.Next.Kind, Closed: true}
		for _, table := range state.Next.Plan.Tables {
			round.Tables = append(round.Tables, tournament.Table{Number: table.Number, Seats: table.Seats, Result: p.result(table.Seats)})
		}
		f.Rounds = append(f.Rounds, round)
	}
}

// result draws a winner, more often a skilled player.
func (p *pastEvent) result(seats []league.Entry) *league.Result {
	type draw struct {
		seat, luck int
	}
	draws := make([]draw, len(seats))
	for i, entry := range seats {
		name := p.document.Entries[entry-1].Name
		skill := slices.IndexFunc(fieldOfLeague, func(person person) bool { return person.name == name })
		draws[i] = draw{i, skill + p.random.IntN(28)}
	}
	slices.SortFunc(draws, func(a, b draw) int { return a.luck - b.luck })
	result := &league.Result{Ended: league.Declared, DeclaredBy: seats[draws[0].seat], Seats: make([]league.SeatResult, len(seats))}
	vp := 13
	for _, d := range draws {
		result.Seats[d.seat] = league.SeatResult{Entry: seats[d.seat], VP: vp}
		vp -= 1 + p.random.IntN(3)
	}
	return result
}
