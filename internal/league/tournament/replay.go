package tournament

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
)

// Replay derives the state of an event from its facts. The order of lists that are sets ([Facts])
// does not matter. Facts that contradict each other or the ruleset's options are league.Faults with
// pointers into the facts. A refusal by the regulation is not an error: the state contains it in
// [Format] or [Step].
func Replay(r *rules.Ruleset, facts Facts) (State, error) {
	state, _, err := ReplayOn(r, facts, nil)
	return state, err
}

// ReplayOn derives the same state as [Replay], and returns a footing for the next call. If the
// facts differ from those of the given footing only in results of the last round, only the tables
// of that round with other results are derived anew; a footing that does not fit, or nil, changes
// nothing in the result. Results are compared by their pointers, so a result must not be changed in
// place.
func ReplayOn(r *rules.Ruleset, facts Facts, on *Footing) (State, *Footing, error) {
	p, next, err := run(r, facts, on)
	if err != nil {
		return State{}, nil, err
	}
	return p.state, next, nil
}

// run processes all the facts of an event.
func run(r *rules.Ruleset, facts Facts, on *Footing) (*replay, *Footing, error) {
	p := on.resume(r, facts)
	if p == nil {
		var err error
		if p, err = begun(r, facts); err != nil {
			return nil, nil, err
		}
		on = nil
	}
	next := p.footing()
	if last := len(facts.Rounds) - 1; last >= 0 {
		if p.round(last, on); len(p.faults) > 0 {
			return nil, nil, p.faults
		}
		next.tables = p.state.Rounds[last].Tables
	}
	if p.state.Format.Err == nil {
		p.finish()
	}
	if len(p.faults) > 0 {
		return nil, nil, p.faults
	}
	return p, next, nil
}

// begun derives everything before the last round.
func begun(r *rules.Ruleset, facts Facts) (*replay, error) {
	chosen, faults := choose(r, facts)
	faults = append(faults, checkFacts(r, facts)...)
	if len(faults) > 0 {
		return nil, faults
	}
	p := &replay{r: r, given: facts.Rounds, facts: facts.inOrder(), choices: chosen}
	p.begin()
	if p.state.Format.Err != nil {
		p.state.Next = Step{Err: p.state.Format.Err}
		if len(facts.Rounds) > 0 {
			return nil, league.Faults{{Field: "/rounds", Grounds: p.state.Format.Err.Grounds}}
		}
		return p, nil
	}
	if len(facts.Rounds) == 0 {
		p.state.Next = p.step(0)
	}
	for i := range len(facts.Rounds) - 1 {
		if p.round(i, nil); len(p.faults) > 0 { // contradictory facts have no state
			return nil, p.faults
		}
	}
	return p, nil
}

// replay is one run through the facts of an event.
type replay struct {
	r *rules.Ruleset
	// given are the rounds with their tables in the given order, facts all facts in the canonical
	// order.
	given []Round
	facts Facts
	choices
	criteria []rules.Criterion
	schedule *seating.FixedSchedule
	// played are the seats of the preliminary games derived up to now.
	played []played
	// ranked are the entries in order of the standings after the last preliminary round derived,
	// without those struck by then.
	ranked []league.Entry
	// earlier are the ranks in the standings one round before; in the first round, those of the
	// previous event.
	earlier    map[league.Entry]int
	semifinals []scoring.Game
	finals     []scoring.Game
	state      State
	faults     league.Faults
}

// played is one seat of a preliminary game.
type played struct {
	round, table int
	seat         scoring.Seat
	// ofFinal reports whether the game is of a semifinal or the final and counts for an award.
	ofFinal bool
}

// begin sets everything that is fixed at the start: structure, criteria, schedule.
func (p *replay) begin() {
	p.criteria = p.criteriaOf(p.standingsID())
	p.state.Standings, p.state.Criteria = p.standingsID(), p.criteria
	p.earlier = ranksOf(p.previous())
	n := len(p.facts.Entrants)
	p.state.Format = FormatFor(p.r, p.formula.ID, p.facts.Structure, n)
	if p.state.Format.Err == nil && p.pairing.LaidDown(p.state.Format.Rounds) > 0 {
		p.state.Format.Err = league.Refusal(p.beginSchedule(n))
	}
}

// FormatFor returns the structure for a number of entrants: the agreed one, or, if that is nil, the
// formula's. An unknown formula stands for the ruleset's first.
func FormatFor(r *rules.Ruleset, formula string, agreed *rules.Structure, entrants int) Format {
	var format Format
	var err error
	if agreed != nil {
		other := r.Format.OtherStructure
		format.Structure = *agreed
		format.Grounds = r.Grounds(other.Paragraph, "structure-agreed", "by", other.ApprovedBy)
	} else {
		chosen, _ := r.Formula(formula)
		format.Structure, format.Grounds, err = r.StructureFor(chosen, entrants)
	}
	if err == nil {
		format.TableSizes, err = seating.Partition(r, entrants)
	}
	if err == nil && format.Advance > 0 {
		err = qualify.FillFinal(r, format.Advance, format.TableSizes)
	}
	format.Err = league.Refusal(err)
	return format
}

// beginSchedule finds the fixed schedule and plans the rounds that follow it.
func (p *replay) beginSchedule(entrants int) error {
	rounds := p.pairing.LaidDown(p.state.Format.Rounds)
	schedule, err := seating.ScheduleFor(p.r, p.pairing, entrants, rounds)
	if err != nil {
		return err
	}
	taken := slices.Sorted(maps.Values(p.facts.Places))
	if !slices.Equal(taken, schedule.Places(entrants)) {
		return p.r.Refuse(schedule.Paragraph, "places-not-those-of-schedule", "places", fmt.Sprint(schedule.Places(entrants)))
	}
	p.schedule = &schedule
	p.state.ScheduleBy, p.state.ScheduleQuality = schedule.By, &schedule.Quality
	for round := 1; round <= rounds; round++ {
		plan, err := seating.Scheduled(p.r, schedule, round, p.facts.Places)
		if err != nil {
			return err
		}
		p.state.Schedule = append(p.state.Schedule, plan)
	}
	return nil
}

// standingsID returns the id of the main standings: those that seat, or, if nothing is seated by
// standings, those that qualify, or else the first.
func (p *replay) standingsID() string {
	return cmp.Or(p.pairing.Standings, p.r.Elimination.Standings, p.r.Standings[0].ID)
}

func (p *replay) criteriaOf(id string) []rules.Criterion {
	list, _ := p.r.StandingsOf(id) // a valid ruleset names only standings that it has
	return list.Criteria
}

// round derives the state of one round and its consequences. Tables that a footing knows are not
// derived anew.
func (p *replay) round(i int, on *Footing) {
	facts := p.facts.Rounds[i]
	if want := p.kind(i); facts.Kind != want {
		p.faults = append(p.faults, fault(p.r, fmt.Sprintf("/rounds/%d/kind", i), "unexpected-kind", "want", string(want), "got", string(facts.Kind)))
		return
	}
	number := i + 1
	end := league.Moment{Round: number}
	round := RoundState{Number: number, Kind: facts.Kind, Closed: facts.Closed, Complete: true}
	level := p.level(number, facts.Kind)
	round.Late = p.late(number)
	for j := range facts.Tables {
		table, known := on.table(j, facts.Tables[j].Result)
		if !known {
			table = p.table(i, j, level)
		}
		round.Complete = round.Complete && table.Game != nil
		round.Tables = append(round.Tables, table)
	}
	if len(p.faults) > 0 {
		return
	}
	p.keep(round)
	round.Record = discipline.Of(p.r, p.facts.Sanctions, end)
	round.Expelled = since(round.Record.Expelled, number)
	p.state.Struck = p.struck(end)
	for _, s := range p.state.Struck {
		if s.At.Round == number {
			round.Struck = append(round.Struck, s)
		}
	}
	league.Sort(round.Struck, func(a, b Struck) int { return cmp.Compare(a.Entry, b.Entry) })
	p.rankRound(&round)
	p.state.Rounds = append(p.state.Rounds, round)
	last := &p.state.Rounds[i]
	last.Next = p.step(number)
	p.state.Next = last.Next
}

// kind returns the kind that the round at an index must have; "" beyond the last.
func (p *replay) kind(i int) league.RoundKind {
	format := p.state.Format
	if i < format.Rounds {
		return league.Preliminary
	}
	i -= format.Rounds
	if format.Semifinal {
		if i == 0 {
			return league.Semifinal
		}
		i--
	}
	if format.Final && i == 0 {
		return league.Final
	}
	return ""
}

// table derives the state of one table.
func (p *replay) table(i, j int, level levelOf) TableState {
	facts := p.facts.Rounds[i].Tables[j]
	table := TableState{Number: facts.Number, Seats: facts.Seats}
	if facts.Result == nil {
		p.running(&table, i+1)
		return table
	}
	faults := scoring.Check(p.r, p.variant, facts.Seats, *facts.Result)
	for _, f := range faults {
		p.faultAt(i, j, f)
	}
	if len(faults) > 0 {
		return table
	}
	score := scoring.Score
	if p.facts.Rounds[i].Kind == league.Preliminary && p.r.Scoring.Level.Rule == rules.SharedPlaces {
		score = scoring.ScoreShared
	}
	game := score(p.r, p.variant, facts.Number, *facts.Result, level(*facts.Result))
	p.calculate(i, j, &game)
	table.Game = &game
	for _, seat := range game.Seats {
		if seat.Left != 0 {
			table.Left = append(table.Left, seat.Entry)
		}
	}
	table.Substitute = p.substitute(table)
	return table
}

// calculate adds the figures that formulas define to a scored game.
func (p *replay) calculate(i, j int, game *scoring.Game) {
	facts := p.facts.Rounds[i].Tables[j]
	occasion := scoring.Occasion{Round: i + 1, Rounds: p.state.Format.Rounds, Entrants: len(p.facts.Entrants)}
	for _, f := range scoring.Calculate(p.r, p.variant, occasion, *facts.Result, game) {
		p.faultAt(i, j, f)
	}
}

// faultAt adds a fault of a result, with a pointer into the facts as they were given.
func (p *replay) faultAt(i, j int, f league.Fault) {
	number := p.facts.Rounds[i].Tables[j].Number
	at := slices.IndexFunc(p.given[i].Tables, func(t Table) bool { return t.Number == number })
	f.Field = fmt.Sprintf("/rounds/%d/tables/%d/result%s", i, at, f.Field)
	p.faults = append(p.faults, f)
}

// keep adds the games of a round to those on which later rounds depend.
func (p *replay) keep(round RoundState) {
	if ForEverybody(round.Kind, round.Number) {
		p.played = slices.Grow(p.played, len(p.facts.Entrants))
	}
	for _, table := range round.Tables {
		if table.Game == nil {
			continue
		}
		if ForEverybody(round.Kind, round.Number) {
			for _, seat := range table.Game.Seats {
				p.played = append(p.played, played{round: round.Number, table: table.Number, seat: seat})
			}
		}
		switch round.Kind {
		case league.Semifinal:
			p.semifinals = append(p.semifinals, *table.Game)
		case league.Final:
			p.finals = append(p.finals, *table.Game)
		}
	}
}

func entriesOf(rows []standings.Row) []league.Entry {
	entries := make([]league.Entry, len(rows))
	for i, row := range rows {
		entries[i] = row.Entry
	}
	return entries
}

func since(expelled []discipline.Expulsion, round int) []discipline.Expulsion {
	var in []discipline.Expulsion
	for _, e := range expelled {
		if e.At.Round == round {
			in = append(in, e)
		}
	}
	return in
}
