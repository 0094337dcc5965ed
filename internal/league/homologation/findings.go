package homologation

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/tournament"
)

// Finding is one computed answer to whether the results of a report are complete. It
// decides nothing: whether they are sound says whoever checks the event.
type Finding struct {
	Result         season.CheckResult // met, failed, or open where only papers say
	league.Grounds                    // what is asked for, with the figures
}

// Papers hold the statements of a report together with the known facts of its event.
type Papers struct {
	Rules   *rules.Ruleset // that the event is played by
	Event   facts.Event
	Entries []facts.Entry
	State   tournament.State // as far as it was played here
	Ranking []league.Entry   // as reported, the first first
	Roles   []string         // of the staff whom the report names
	// Expelled are the reasons that were given for the expulsions; "" for one without.
	Expelled []string
}

// Findings computes what can be known about the report of an event that is over: its ranking, who
// refereed it (CN09 1.3), its games and the structure they were to have (CN09 1.11, 3.2),
// and that expulsions are reported with their reasons (CN09 5.5). Of an event that was
// played elsewhere only the first two are known.
func (p Papers) Findings() []Finding {
	if p.Event.State != facts.Finished {
		return nil
	}
	out := []Finding{p.ranking(), p.firstReferee()}
	if p.Event.Elsewhere {
		return append(out, Finding{season.Open, p.Rules.Grounds(p.sound(), "games-on-paper-only")})
	}
	out = append(out, p.games(), p.structure())
	if rule := p.Rules.Discipline.Expulsion; rule.ReportedTo != "" {
		out = append(out, p.expulsions(rule))
	}
	return out
}

// sound is the paragraph of the demand that results be sound.
func (p Papers) sound() string { return p.Rules.Season.Sound.Paragraph }

func (p Papers) is(met bool, paragraph, reason string, params ...string) Finding {
	result := season.Met
	if !met {
		result = season.Failed
	}
	return Finding{result, p.Rules.Grounds(paragraph, reason, params...)}
}

// ranking finds out whether everybody who played stands in the ranking, but who was
// struck from it.
func (p Papers) ranking() Finding {
	players := 0
	for _, e := range p.Entries {
		if e.State == facts.Playing && !p.struck(league.Entry(e.Number)) {
			players++
		}
	}
	ranked := 0
	for _, entry := range p.Ranking {
		if !p.struck(entry) {
			ranked++
		}
	}
	return p.is(ranked >= players, p.sound(), "ranking-complete", "ranked", strconv.Itoa(ranked), "players", strconv.Itoa(players))
}

func (p Papers) struck(entry league.Entry) bool {
	return slices.ContainsFunc(p.State.Struck, func(s tournament.Struck) bool { return s.Entry == entry })
}

func (p Papers) firstReferee() Finding {
	return p.is(slices.Contains(p.Roles, "first-referee"), p.Rules.Officials.Paragraph, "first-referee-in-report")
}

// games finds out whether every table of every round has its result.
func (p Papers) games() Finding {
	games, missing := 0, 0
	for _, round := range p.State.Rounds {
		for _, table := range round.Tables {
			if games++; table.Game == nil {
				missing++
			}
		}
	}
	return p.is(missing == 0, p.sound(), "games-with-result", "games", strconv.Itoa(games), "missing", strconv.Itoa(missing))
}

// structure finds out whether as many rounds were played as the structure has that was
// announced or agreed.
func (p Papers) structure() Finding {
	played := 0
	for _, round := range p.State.Rounds {
		if round.Kind == league.Preliminary {
			played++
		}
	}
	planned := p.State.Format.Structure
	as := played == planned.Rounds && planned.Semifinal == p.held(league.Semifinal) && planned.Final == p.held(league.Final)
	return p.is(as, p.Rules.Format.Paragraph, "structure-played", "rounds", strconv.Itoa(planned.Rounds), "played", strconv.Itoa(played))
}

func (p Papers) held(kind league.RoundKind) bool {
	return slices.ContainsFunc(p.State.Rounds, func(r tournament.RoundState) bool { return r.Kind == kind })
}

// expulsions finds out whether each is confirmed and reported with a reason.
func (p Papers) expulsions(rule rules.Expulsion) Finding {
	if waiting := len(p.State.Record.Unconfirmed); waiting > 0 {
		return p.is(false, rule.Paragraph, "expulsions-unconfirmed", "number", strconv.Itoa(waiting))
	}
	reported := 0
	for _, reason := range p.Expelled {
		if reason != "" {
			reported++
		}
	}
	all := len(p.Expelled)
	return p.is(reported == all, rule.ReportParagraph, "expulsions-reported", "expelled", strconv.Itoa(all), "reported", strconv.Itoa(reported))
}
