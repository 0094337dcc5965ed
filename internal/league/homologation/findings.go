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

// Finding is one computed statement about the completeness of a report's results. It decides
// nothing: the person who checks the event decides whether the results are sound.
type Finding struct {
	Result         season.CheckResult // met, failed, or open if only papers can tell
	league.Grounds                    // the demand, with its figures
}

// Papers hold the content of a report and the known facts of its event.
type Papers struct {
	Rules   *rules.Ruleset // of the event
	Event   facts.Event
	Entries []facts.Entry
	State   tournament.State // as played in this system
	Ranking []league.Entry   // as reported, winner first
	Roles   []string         // of the staff named in the report
	// Expelled holds the reasons given for the expulsions; "" for an expulsion without a reason.
	Expelled []string
}

// Findings returns the findings about the report of a finished event: its ranking, its first
// referee (CN09 1.3), its games and its structure (CN09 1.11, 3.2), and whether expulsions are
// reported with reasons (CN09 5.5). For an event played elsewhere it returns only the first two and
// an open finding about the games.
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

// sound returns the paragraph that demands sound results.
func (p Papers) sound() string { return p.Rules.Season.Sound.Paragraph }

func (p Papers) is(met bool, paragraph, reason string, params ...string) Finding {
	result := season.Met
	if !met {
		result = season.Failed
	}
	return Finding{result, p.Rules.Grounds(paragraph, reason, params...)}
}

// ranking checks that every player is in the ranking, except players struck from it.
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

// games checks that every table of every round has a result.
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

// structure checks that the rounds played match the announced or agreed structure.
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

// expulsions checks that every expulsion is confirmed and reported with a reason.
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
