package remote_test

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/conformance"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// makeJustPlay2022 fills fields that grow and shrink, also those for which there is
// no rule.
func makeJustPlay2022(g *generator) any {
	var in conformance.JustPlay2022
	names := shuffled(g, people(6+g.IntN(15)))
	for i, name := range names {
		in.Registrations = append(in.Registrations, conformance.Registration{Player: name, Order: i + 1})
	}
	in.Registrations = shuffled(g, in.Registrations)
	if g.chance(2) {
		in.Defections = g.some(names, 8)
	}
	before, after := in.Admissions(g.rules)
	if before.Err != nil || after.Err != nil {
		return in
	}
	var plays []string
	for _, entry := range after.Entrants {
		plays = append(plays, names[entry-1])
	}
	in.Tables = g.netGames(deal(shuffled(g, plays), after.Tables))
	if g.chance(10) {
		return in
	}
	in.Final = &g.netGames(tables(*g.state(in.Facts()).Next.Plan, names))[0]
	return in
}

// netGames are games of regulation 000. Points are few and so are towns, so that
// players are level to the last criterion.
func (g *generator) netGames(tables [][]string) []conformance.JustPlay2022Game {
	var out []conformance.JustPlay2022Game
	for i, table := range tables {
		game := conformance.JustPlay2022Game{Table: i + 1, Ended: "time_limit"}
		road, army, starts := g.IntN(6), g.IntN(6), g.Perm(len(table))
		for j, player := range table {
			game.Results = append(game.Results, conformance.JustPlay2022Seat{
				Player: player, VP: 6 + g.IntN(4), Start: starts[j] + 1, LongestRoad: road == j, LargestArmy: army == j,
				Settlements: g.IntN(3), Cities: g.IntN(2),
			})
		}
		if g.chance(2) {
			winner := &game.Results[g.IntN(len(table))]
			game.Ended, game.DeclaredBy, winner.VP = "declared", winner.Player, 10
			game.Results[g.IntN(len(table))].VP = 10 + g.IntN(2) // another player may hold as many
			winner.VP = 10
		}
		out = append(out, game)
	}
	return out
}

// times at which people ask to enter, in time and too late.
var times = []string{"", "", "", "09:59", "10:20", "10:21", "10:28"}

func makeFirenze2014(g *generator) any {
	var in conformance.Firenze2014
	n := 11 + g.IntN(16)
	if g.chance(2) {
		n = 12 + g.IntN(9)
	}
	names := people(n)
	for _, name := range names {
		in.Requests = append(in.Requests, conformance.Firenze2014Request{Player: name})
	}
	for i := n - 1 - g.IntN(5); i < n; i++ { // also a timely one behind a late one
		in.Requests[i].At = pick(g, times...)
	}
	in.WithdrawnBeforeStart, in.RefereeAccepts = g.some(names, 15), shuffled(g, g.some(names[n/2:], 2))
	in.Lots = g.numbers(names)
	admission, err := in.Admission(g.rules)
	if err != nil {
		g.t.Fatal(err)
	}
	if admission.Err != nil {
		return in
	}
	for {
		state := g.state(in.Facts(admission.Entrants))
		if state.Next.Plan == nil {
			return in
		}
		games := g.games(tables(*state.Next.Plan, names), 10)
		penalties, withdrawals := g.trouble(games, warned(state, names))
		if state.Next.Kind == league.Final {
			in.Final = &g.withFigures(games)[0]
			in.Final.Penalties = penalties
			return in
		}
		in.Rounds = append(in.Rounds, conformance.Firenze2014Round{Tables: g.withFigures(games), Penalties: penalties, Withdrawals: withdrawals})
		if len(in.Rounds) == 2 {
			g.giveUp(&in, admission.Entrants)
		}
	}
}

// giveUp has finalists give up, one after the other, also those who have stepped in.
func (g *generator) giveUp(in *conformance.Firenze2014, entrants []league.Entry) {
	for g.chance(2) {
		finalists := g.state(in.Facts(entrants)).Finalists
		if len(finalists) == 0 {
			return
		}
		in.FinalistWithdrawals = append(in.FinalistWithdrawals, in.Players()[pick(g, finalists...).Entry-1])
	}
}

// withFigures are games of regulation 001.
func (g *generator) withFigures(games []conformance.Catan2009Game) []conformance.Firenze2014Game {
	var out []conformance.Firenze2014Game
	for _, game := range games {
		with := conformance.Firenze2014Game{Table: game.Table, Ended: game.Ended, DeclaredBy: game.DeclaredBy}
		for _, row := range game.Results {
			with.Results = append(with.Results, conformance.Firenze2014Seat{
				Player: row.Player, VP: row.VP, Left: row.Left, Settlements: g.IntN(3), Cities: g.IntN(3), Roads: 5 + g.IntN(3),
				DevCardsBought: g.IntN(3), ResourceCards: g.IntN(4),
			})
		}
		out = append(out, with)
	}
	return out
}

func makeBulgaria(g *generator) any {
	for {
		in := conformance.Bulgaria{Players: people(3 + g.IntN(20)), RoundsAnnounced: 2 + g.IntN(2), TargetVP: 13}
		if g.chance(2) {
			in.Absent = g.some(in.Players, 6)
		}
		if g.ranking(&in) {
			return in
		}
	}
}

// ranking plays the rounds; ok is false where too few remain for a round.
func (g *generator) ranking(in *conformance.Bulgaria) (ok bool) {
	present := slices.DeleteFunc(slices.Clone(in.Players), func(player string) bool { return slices.Contains(in.Absent, player) })
	out := make(map[string]bool)
	for len(in.Rounds) < in.RoundsAnnounced {
		plays := slices.DeleteFunc(shuffled(g, present), func(player string) bool { return out[player] })
		sizes, err := seating.Partition(g.rules, len(plays))
		if err != nil {
			return false
		}
		seats := deal(plays, sizes)
		round := conformance.BulgariaRound{}
		if len(in.Rounds) == 0 && len(in.Absent) > 0 && g.chance(2) {
			if round.DrawnTables, seats, ok = g.drawnBefore(*in); !ok {
				return false
			}
		}
		games := g.games(seats, 13)
		for _, game := range games {
			round.Tables = append(round.Tables, conformance.BulgariaGame{
				Table: game.Table, Ended: game.Ended, DeclaredBy: game.DeclaredBy, Results: game.Results,
			})
			for _, row := range game.Results {
				g.whatever(&round, row)
			}
		}
		in.Rounds = append(in.Rounds, round)
		for _, struck := range g.state(in.Facts()).Struck {
			out[in.Players[struck.Entry-1]] = true
		}
	}
	for _, player := range g.some(in.Players, 15) {
		if !slices.Contains(in.Absent, player) {
			in.LateDisqualifications = append(in.LateDisqualifications, conformance.Disqualification{Player: player, Moment: "after_processing"})
		}
	}
	return true
}

// drawnBefore draws tables with the absent players and seats those who came; ok is false if that is impossible.
func (g *generator) drawnBefore(in conformance.Bulgaria) (drawn, seats [][]string, ok bool) {
	sizes, err := seating.Partition(g.rules, len(in.Players))
	if err != nil {
		return nil, nil, false
	}
	drawn = deal(shuffled(g, in.Players), sizes)
	var plan seating.Plan
	for i, table := range drawn {
		made := seating.Table{Number: i + 1}
		for _, player := range table {
			made.Seats = append(made.Seats, league.Entry(slices.Index(in.Players, player)+1))
		}
		plan.Tables = append(plan.Tables, made)
	}
	var absent []league.Entry
	for _, player := range in.Absent {
		absent = append(absent, league.Entry(slices.Index(in.Players, player)+1))
	}
	plan, err = seating.WithoutAbsent(g.rules, plan, absent)
	return drawn, tables(plan, in.Players), err == nil
}

// whatever happens to a player in or after a round.
func (g *generator) whatever(round *conformance.BulgariaRound, row conformance.Catan2009Seat) {
	switch g.IntN(15) {
	case 0:
		moment := pick(g, "during_game", "before_end")
		if row.Left != 0 {
			moment = "during_game"
		}
		round.Disqualified = append(round.Disqualified, conformance.Disqualification{Player: row.Player, Moment: moment})
	case 1:
		round.Leaves = append(round.Leaves, conformance.BulgariaLeave{Player: row.Player, GoodReason: g.chance(2)})
	}
}

func makeSquadre2000(g *generator) any {
	for {
		names := shuffled(g, people(6+g.IntN(20)))
		in := conformance.Squadre2000{PreviousStanding: names}
		for range g.IntN(5) {
			if a, b := pick(g, names...), pick(g, names...); a != b {
				in.Kin = append(in.Kin, []string{a, b, pick(g, "spouses", "siblings")})
			}
		}
		if g.evenings(&in) {
			return in
		}
	}
}

// evenings plays the three rounds; ok is false where too few come to one.
func (g *generator) evenings(in *conformance.Squadre2000) (ok bool) {
	for i := range 3 {
		out := make(map[string]bool)
		state := g.state(in.Facts(i))
		for _, struck := range state.Struck {
			out[in.PreviousStanding[struck.Entry-1]] = true
		}
		round := conformance.Squadre2000Round{MinutesLate: map[string]int{}}
		for _, player := range in.PreviousStanding {
			if !out[player] && !g.chance(6) {
				round.Present = append(round.Present, player)
			}
		}
		for _, player := range g.some(round.Present, 8) {
			round.MinutesLate[player] = pick(g, -3, 0, 1, 10, 11, 20)
		}
		in.Rounds = append(in.Rounds, round)
		step := g.state(in.Facts(i)).Next
		if step.Plan == nil {
			return false
		}
		last := &in.Rounds[i]
		for j, seats := range tables(*step.Plan, in.PreviousStanding) {
			last.Tables = append(last.Tables, g.evening(j+1, shuffled(g, seats)))
		}
		for _, player := range g.some(round.Present, 12) {
			penalty := conformance.Squadre2000Penalty{Player: player, Kind: pick(g, "disturbance", "objective_revealed", "deliberate_overplacement")}
			if g.chance(3) {
				penalty.Points = new(int)
				*penalty.Points = 8 + g.IntN(10)
			}
			last.Penalties = append(last.Penalties, penalty)
		}
		if _, err := tournament.Replay(g.rules, in.Facts(i+1)); err != nil {
			return false // teams level on everything
		}
	}
	return true
}

var objectives = []string{"nord_america", "africa", "oceania", "sud_america", "asia", "europa"}

// evening is a game at a table. Points are few, so that teams are level.
func (g *generator) evening(number int, seats []string) conformance.Squadre2000Table {
	table := conformance.Squadre2000Table{Table: number}
	teams := g.rules.Scoring.InTeams(len(seats))
	risiko, dealt := g.IntN(20), shuffled(g, objectives)
	for i, player := range seats {
		row := conformance.Squadre2000Seat{Player: player, Retired: teams && g.chance(12)}
		if !teams {
			points := league.NewFrac(int64(g.IntN(420)-10), 10)
			row.ExternalPoints = &points
		} else {
			row.Objective, row.TablePoints, row.Risiko = dealt[i], 20+10*g.IntN(4), risiko == i
			row.Territories, row.Armies, row.Cards = g.IntN(4), g.IntN(6), g.IntN(3)
		}
		table.Players = append(table.Players, row)
	}
	if teams && risiko >= len(seats) && g.chance(6) {
		table.TeamRisiko = pick(g, "A", "B")
	}
	if teams && g.chance(4) {
		atFault := g.IntN(3)
		table.Void = &conformance.Squadre2000Void{AtFault: seats[:atFault], For: seats[atFault:]}
		if g.chance(3) {
			table.Void.OthersScored, table.Void.For = true, seats[atFault:5]
		}
	}
	return table
}
