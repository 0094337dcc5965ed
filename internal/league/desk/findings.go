package desk

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/tournament"
)

// Finding is something that is computed of a report about whether its results are
// complete. It decides nothing: whether they are sound says whoever checks the event.
type Finding struct {
	Result         season.CheckResult // met, failed, or open where only papers tell
	league.Grounds                    // what is asked for, with the figures
}

// Findings are what is computed of the report of an event that is over: its ranking, who
// refereed it (CN09 1.3), its games and the structure they were to have (CN09 1.11, 3.2),
// and that expulsions are reported with their reasons (CN09 5.5). Of an event that was
// played elsewhere only the first two are known.
func (p Papers) Findings() []Finding {
	if p.Event.State != facts.Finished {
		return nil
	}
	f := findings{Papers: p, rules: p.Season.RulesOf(p.Event)}
	f.sound = f.rules.Season.Sound.Paragraph
	out := []Finding{f.ranking(), f.firstReferee()}
	if p.Event.Elsewhere {
		return append(out, Finding{season.Open, f.rules.Grounds(f.sound, "games-on-paper-only")})
	}
	out = append(out, f.games(), f.structure())
	if rule := f.rules.Discipline.Expulsion; rule.ReportedTo != "" {
		out = append(out, f.expulsions(rule))
	}
	return out
}

// findings are those of one event in the making.
type findings struct {
	Papers
	rules *rules.Ruleset
	sound string // paragraph of the demand that results be sound
}

func (f findings) is(met bool, paragraph, reason string, params ...string) Finding {
	result := season.Met
	if !met {
		result = season.Failed
	}
	return Finding{result, f.rules.Grounds(paragraph, reason, params...)}
}

// ranking finds out whether everybody who played stands in the ranking, but who was
// struck from it.
func (f findings) ranking() Finding {
	players := 0
	for _, e := range f.Entries {
		struck := slices.ContainsFunc(f.State.Struck, func(s tournament.Struck) bool { return s.Entry == league.Entry(e.Number) })
		if e.State == facts.Playing && !struck {
			players++
		}
	}
	ranked := 0
	for _, row := range f.Report.Ranking {
		if !slices.ContainsFunc(f.State.Struck, func(s tournament.Struck) bool { return s.Entry == row.Entry }) {
			ranked++
		}
	}
	return f.is(ranked >= players, f.sound, "ranking-complete", "ranked", strconv.Itoa(ranked), "players", strconv.Itoa(players))
}

func (f findings) firstReferee() Finding {
	named := slices.ContainsFunc(f.Report.Staff, func(s ReportStaff) bool { return s.Role == "first-referee" })
	return f.is(named, f.rules.Officials.Paragraph, "first-referee-in-report")
}

// games finds out whether every table of every round has its result.
func (f findings) games() Finding {
	games, missing := 0, 0
	for _, round := range f.State.Rounds {
		for _, table := range round.Tables {
			if games++; table.Game == nil {
				missing++
			}
		}
	}
	return f.is(missing == 0, f.sound, "games-with-result", "games", strconv.Itoa(games), "missing", strconv.Itoa(missing))
}

// structure finds out whether as many rounds were played as the structure has that was
// announced or agreed.
func (f findings) structure() Finding {
	played := 0
	for _, round := range f.State.Rounds {
		if round.Kind == league.Preliminary {
			played++
		}
	}
	planned := f.State.Format.Structure
	as := played == planned.Rounds && planned.Semifinal == f.held(league.Semifinal) && planned.Final == f.held(league.Final)
	return f.is(as, f.rules.Format.Paragraph, "structure-played", "rounds", strconv.Itoa(planned.Rounds), "played", strconv.Itoa(played))
}

func (f findings) held(kind league.RoundKind) bool {
	return slices.ContainsFunc(f.State.Rounds, func(r tournament.RoundState) bool { return r.Kind == kind })
}

// expulsions finds out whether each is confirmed and reported with a reason.
func (f findings) expulsions(rule rules.Expulsion) Finding {
	if waiting := len(f.State.Record.Unconfirmed); waiting > 0 {
		return f.is(false, rule.Paragraph, "expulsions-unconfirmed", "number", strconv.Itoa(waiting))
	}
	reported := 0
	for _, expelled := range f.Report.Expelled {
		if expelled.Reason != "" {
			reported++
		}
	}
	all := len(f.Report.Expelled)
	return f.is(reported == all, rule.ReportParagraph, "expulsions-reported", "expelled", strconv.Itoa(all), "reported", strconv.Itoa(reported))
}
