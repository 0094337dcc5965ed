package sample

import (
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/tournament"
	"referto/internal/league/views"
	"referto/openapi"
)

// plots are the events by the other regulations, by their slugs.
var plots = map[string]func(Phase) *story{
	"ruse-2026-04-11":      bulgarian,
	"firenze-2026-09-20":   fair,
	"just-play-2026-04-17": shop,
	"risiko-2026-10":       squads,
}

// Slugs are the events by the other regulations, one each: BG, FG14, JP22, SQ00.
func Slugs() []string {
	return []string{"ruse-2026-04-11", "firenze-2026-09-20", "just-play-2026-04-17", "risiko-2026-10"}
}

// StoryPhases are those in which such an event can be seen.
func StoryPhases() []Phase { return []Phase{Open, Running, Finished} }

// Story is the page of such an event in one of [StoryPhases], with the standings
// of an id ("": those that seat) after a round (0: the latest).
func Story(reader pages.Reader, slug string, phase Phase, id string, round int) (pages.EventPage, error) {
	v, err := view(reader, slug, phase)
	if err != nil {
		return pages.EventPage{}, err
	}
	out := pages.EventPage{
		Reader: reader, Tenant: Tenant(), Event: v.Event(nil), Rounds: v.RoundList().Items, Shown: round, RankBefore: v.RanksBefore(round),
		Staff: staff(), Form: v.ResultForm(), Calculators: slug == "risiko-2026-10",
	}
	if out.Standings, err = v.Standings(id, round); err != nil {
		return out, err
	}
	if out.Outcome, err = v.Standings("", 0); err != nil {
		return out, err
	}
	out.Why, err = v.Reasons(out.Standings)
	return out, err
}

// StoryDraw makes how the tables of such an event were drawn.
func StoryDraw(reader pages.Reader, slug string, phase Phase) (pages.Draw, error) {
	v, err := view(reader, slug, phase)
	if err != nil {
		return pages.Draw{}, err
	}
	out := pages.Draw{Reader: reader, Tenant: Tenant(), Event: v.Event(nil), Draw: v.Draw(), Rounds: v.RoundList().Items}
	for _, e := range v.Entries {
		out.Entrants = append(out.Entrants, v.EntryRef(league.Entry(e.Number)))
	}
	for i := range out.Rounds {
		document, err := v.RoundDraw(i + 1)
		if err != nil {
			return out, err
		}
		out.Documents = append(out.Documents, document)
	}
	return out, nil
}

// StoryNow is the moment at which the running event of an id is seen; ok is false
// for another event.
func StoryNow(event string) (now time.Time, ok bool) {
	for _, plot := range plots {
		if s := plot(Running); s.err == nil && s.situation.Event.ID.String() == event {
			return s.now.Add(41 * time.Minute), true
		}
	}
	return time.Time{}, false
}

func view(reader pages.Reader, slug string, phase Phase) (views.View, error) {
	s := plots[slug](phase)
	return views.NewView(s.situation, words.For(reader.Lang), s.now), s.err
}

var bulgarians = []string{
	"Ивайло Пенев", "Мария Стоянова", "Георги Колев", "Десислава Илиева", "Николай Дойчев", "Виктория Минчева",
	"Петър Русев", "Елена Танева", "Стефан Бонев", "Радостина Желева", "Калоян Маринов",
}

var italians = []string{
	"Valentina Sighinolfi", "Alice Venturelli", "Simone Malagoli", "Silvia Pedrazzi", "Sara Gherardi", "Riccardo Fabbri", "Lorenzo Guidetti",
	"Federica Lodi", "Andrea Bonfigli", "Filippo Montanari", "Anna Neri", "Irene Cavallari", "Tommaso Zanetti", "Giada Ravaglia", "Marta Bellandi",
	"Nicolò Tassinari", "Matteo Burzacchi", "Elisa Morandi", "Davide Orlandini", "Beatrice Corsini", "Pietro Scalabrin", "Camilla Perron",
}

// announcement returns the facts that the events have in common.
func announcement(slug, title string, starts time.Time, zone string, venue openapi.Venue, capacity, minutes int) facts.Event {
	announced := starts.AddDate(0, 0, -40)
	return facts.Event{
		Slug: slug, Title: title, StartsAt: starts, TimeZone: zone, VenueName: venue.Name, VenueAddress: venue.Address, VenueCity: venue.City,
		Capacity: capacity, TimeLimitMinutes: minutes, CreatedAt: announced, AnnouncedAt: &announced,
	}
}

// bulgarian is a ranking tournament of three rounds, each drawn by lot: the second out of a hat. In the third a
// player leaves a game that goes on.
func bulgarian(phase Phase) *story {
	e := announcement("ruse-2026-04-11", "Турнир Русе", time.Date(2026, 4, 11, 7, 0, 0, 0, time.UTC), "Europe/Sofia",
		openapi.Venue{Name: "Клуб „Зарове“", Address: "ул. Александровска 45", City: "Русе"}, 24, 0)
	e.Formula = "three-rounds"
	s := begin("catan-ranglista-bg", e, bulgarians)
	if phase == Open {
		return s
	}
	s.start()
	s.draw().Clock.TurnSeconds = 180
	s.play(1, league.Declared, vp(13, 10, 9, 7)...)
	s.play(2, league.Declared, vp(8, 14, 11, 8)...)
	s.play(3, league.Declared, vp(13, 10, 9)...)
	s.close()
	second := s.draw()
	second.Method, second.HandReason, second.AcceptedBy = "by-hand", "Жребият е теглен от торба.", "Росица Петрова"
	if order := tournament.FactsOf(&s.situation.EventFacts).Draws; len(order) > 0 {
		second.DrawnOrder = order[0]
	}
	s.replay()
	s.play(1, league.Declared, vp(7, 13, 9, 9)...)
	s.play(2, league.Declared, vp(11, 6, 13, 10)...)
	s.play(3, league.Declared, vp(13, 12, 7)...)
	s.close()
	third := s.draw()
	third.Clock.TurnSeconds = 180
	s.leave(third.Tables[0].Seats[2])
	s.play(2, league.Declared, vp(9, 13, 10, 12)...)
	if phase == Finished {
		game := vp(10, 13, 4, 8)
		game[2].Left = 1
		s.play(1, league.Declared, game...)
		s.play(3, league.Declared, vp(10, 8, 13)...)
		s.close()
		s.finish()
	}
	return s
}

// settled are seats of a game at the fair with the five figures that it records.
func settled(vps, settlements, cities, roads, bought, hand []int) []league.SeatResult {
	seats := vp(vps...)
	for figure, values := range map[string][]int{
		"settlements": settlements, "cities": cities, "roads": roads, "dev-cards-bought": bought, "resource-cards": hand,
	} {
		with(seats, figure, values...)
	}
	return seats
}

// fair is the tournament at a fair: two games and a final, at most twenty players,
// entries until twenty past ten.
func fair(phase Phase) *story {
	e := announcement("firenze-2026-09-20", "Torneo FirenzeGioca", time.Date(2026, 9, 20, 8, 30, 0, 0, time.UTC), "Europe/Rome",
		openapi.Venue{Name: "ObiHall", Address: "Lungarno Aldo Moro 3", City: "Firenze"}, 20, 70)
	cents, currency := 200, "EUR"
	e.FeeCents, e.FeeCurrency = &cents, &currency
	if phase == Open {
		s := begin("firenzegioca-2014", e, italians)
		s.enter("Lucio Bassani", e.StartsAt.Add(-7*time.Minute))
		return s
	}
	s := begin("firenzegioca-2014", e, italians[:14])
	s.start()
	s.draw()
	s.play(1, league.Declared, settled([]int{10, 8, 8, 5}, []int{2, 3, 3, 3}, []int{3, 2, 2, 1}, []int{9, 7, 8, 5}, []int{4, 3, 3, 2}, []int{1, 4, 2, 3})...)
	s.play(2, league.Declared, settled([]int{7, 6, 11, 9}, []int{3, 2, 2, 3}, []int{2, 2, 3, 2}, []int{8, 6, 10, 9}, []int{2, 4, 5, 3}, []int{3, 2, 0, 5})...)
	s.play(3, league.TimeLimit, settled([]int{9, 9, 6}, []int{3, 3, 2}, []int{3, 2, 2}, []int{9, 8, 6}, []int{3, 5, 1}, []int{2, 2, 4})...)
	s.play(4, league.Declared, settled([]int{6, 10, 9}, []int{2, 4, 3}, []int{2, 3, 3}, []int{7, 11, 8}, []int{3, 1, 3}, []int{2, 1, 4})...)
	s.close()
	s.draw()
	s.play(1, league.Declared, settled([]int{8, 10, 7, 7}, []int{3, 2, 3, 1}, []int{2, 4, 2, 3}, []int{7, 9, 6, 5}, []int{3, 4, 2, 4}, []int{3, 0, 2, 2})...)
	s.play(3, league.TimeLimit, settled([]int{8, 7, 5}, []int{2, 3, 3}, []int{3, 2, 1}, []int{7, 6, 5}, []int{4, 2, 1}, []int{1, 3, 6})...)
	if phase == Finished {
		s.play(2, league.Declared, settled([]int{10, 9, 6, 8}, []int{3, 3, 2, 4}, []int{3, 3, 2, 2}, []int{8, 8, 5, 9}, []int{4, 3, 2, 2}, []int{0, 2, 5, 1})...)
		s.play(4, league.Declared, settled([]int{5, 10, 7}, []int{3, 2, 3}, []int{1, 4, 2}, []int{5, 9, 6}, []int{2, 3, 3}, []int{4, 1, 2})...)
		s.close()
		s.draw()
		s.play(1, league.Declared, settled([]int{8, 7, 11, 9}, []int{2, 3, 2, 3}, []int{3, 2, 4, 3}, []int{7, 6, 9, 8}, []int{3, 2, 4, 3}, []int{2, 3, 1, 0})...)
		s.close()
		s.finish()
	}
	return s
}

// built are seats of a game at the shop: points, longest road and largest army by
// the index of the seat, settlements and cities.
func built(vps []int, road, army int, settlements, cities []int) []league.SeatResult {
	seats := with(with(vp(vps...), "settlements", settlements...), "cities", cities...)
	for i := range seats {
		seats[i].Figures["longest-road"], seats[i].Figures["largest-army"] = 0, 0
	}
	seats[road].Figures["longest-road"], seats[army].Figures["largest-army"] = 1, 1
	return seats
}

// shop is the tournament of a shop for 8, 12 or 16 players: one game at tables of three, whose winners play the
// final.
func shop(phase Phase) *story {
	e := announcement("just-play-2026-04-17", "Torneo Just Play", time.Date(2026, 4, 17, 12, 0, 0, 0, time.UTC), "Europe/Rome",
		openapi.Venue{Name: "Just Play", Address: "via Carlo Alberto 55", City: "Torino"}, 16, 75)
	if phase == Open {
		return begin("just-play-2022", e, italians[:9])
	}
	s := begin("just-play-2022", e, italians[3:16])
	s.start()
	s.draw()
	s.play(1, league.Declared, built([]int{7, 10, 8}, 1, 0, []int{3, 2, 4}, []int{1, 3, 2})...)
	s.play(2, league.TimeLimit, built([]int{9, 9, 6}, 0, 1, []int{3, 2, 2}, []int{2, 2, 2})...)
	s.play(3, league.TimeLimit, built([]int{6, 9, 9}, 0, 0, []int{2, 3, 4}, []int{0, 3, 2})...)
	if phase == Running {
		s.round().Clock.Phase, s.round().Clock.EndsAt = "last-lap", nil
		return s
	}
	s.play(4, league.Declared, built([]int{10, 8, 5}, 0, 1, []int{2, 2, 3}, []int{3, 2, 1})...)
	s.close()
	s.draw()
	s.play(1, league.Declared, built([]int{8, 7, 10, 9}, 2, 3, []int{2, 3, 2, 3}, []int{3, 2, 3, 2})...)
	s.close()
	s.finish()
	return s
}

// team is a table of six: the seats of team A first, with territories, tanks and cards.
func team(points, territories, armies, cards []int) []league.SeatResult {
	seats := with(with(with(vp(points...), "territories", territories...), "armies", armies...), "cards", cards...)
	for i, objective := range []string{"nord-america", "africa", "oceania", "sud-america", "asia", "europa"} {
		seats[i].Objective = objective
		seats[i].Figures["risiko"] = 0
	}
	return seats
}

// entered are the points of a table that is scored elsewhere.
func entered(points ...string) []league.SeatResult {
	seats := make([]league.SeatResult, len(points))
	for i, text := range points {
		value, err := league.ParseFrac(text)
		if err != nil {
			panic(err) // a constant
		}
		seats[i].Points = &value
	}
	return seats
}

// squads is three evenings in teams. The first table of the second is void, and
// waits for the points of the third.
func squads(phase Phase) *story {
	e := announcement("risiko-2026-10", "RisiKo! a squadre, ottobre", time.Date(2026, 10, 2, 19, 0, 0, 0, time.UTC), "Europe/Rome",
		openapi.Venue{Name: "Circolo Il Cavallo Nero", Address: "via Emilia Est 310", City: "Modena"}, 24, 105)
	s := begin("risiko-squadre-2000", e, italians[:10])
	if phase == Open {
		return s
	}
	s.start()
	s.draw()
	s.play(1, league.Completed, team([]int{80, 60, 70, 40, 50, 60}, []int{10, 7, 8, 5, 5, 7}, []int{40, 22, 31, 18, 20, 25}, []int{2, 1, 3, 0, 2, 1})...)
	s.play(2, league.Completed, entered("15.5", "40.4", "36.2", "20")...)
	s.close()
	second := s.draw()
	s.void(1, team(make([]int, 6), make([]int, 6), make([]int, 6), make([]int, 6))...)
	s.play(2, league.Completed, entered("10", "31", "22.5", "38")...)
	if s.err == nil {
		s.penalize(second.Tables[1].Seats[0], "disturbance", "-7")
	}
	s.close()
	if s.err == nil && phase == Running {
		late := 6
		s.situation.Attendance = append(s.situation.Attendance, facts.Attendance{
			ID: id("late"), Ordinal: 1, Entry: int(s.situation.State.Rounds[1].Standings[1].Entry), Round: 3, MinutesLate: &late, GivenBy: referee, GivenAt: s.now,
		})
		s.replay()
	}
	third := s.draw()
	if phase == Running {
		third.Clock.Phase, third.Clock.EndsAt = "third-last-lap", nil
		s.play(2, league.Completed, entered("12", "30", "25.5", "33")...)
		return s
	}
	s.play(1, league.Completed, team([]int{52, 61, 48, 66, 47, 58}, []int{6, 8, 6, 8, 6, 8}, []int{30, 28, 22, 35, 26, 29}, []int{1, 2, 0, 3, 1, 2})...)
	s.play(2, league.Completed, entered("12", "30", "25.5", "33")...)
	s.close()
	s.finish()
	return s
}
