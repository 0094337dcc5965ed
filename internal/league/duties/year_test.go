package duties_test

import (
	"strings"
	"testing"
	"time"

	"referto/internal/league/duties"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// everything lists all kinds of tasks of a season.
const everything = "announce report answer-question return-prizes homologate announce-final convoke lapse name-region decide correct-final " +
	"outside-season decide-hosting approve-structure mail-refused decide-refund pay-refunds answer claim-refund complete-refund answer-refund"

// chapter is a moment of a season, with lines that replace earlier ones with the same beginning.
type chapter struct{ rule, lines, now, want string }

// playYear lists all that waits in a season, from moment to moment.
func playYear(t *testing.T, ruleset, offices string, chapters []chapter) {
	t.Helper()
	var lines []string
	for _, c := range chapters {
		for line := range strings.Lines(c.lines) {
			line = strings.TrimSpace(line)
			head, _, _ := strings.Cut(line, " ")
			replaced := false
			for i, old := range lines {
				if of, _, _ := strings.Cut(old, " "); of == head && head != "call" && head != "no" {
					lines[i], replaced = line, true
				}
			}
			if !replaced && line != "" {
				lines = append(lines, line)
			}
		}
		b := registertest.Read(t, ruleset, strings.Join(lines, "\n"))
		var want []string
		for line := range strings.Lines(c.want) {
			if line = strings.TrimSpace(line); line != "" {
				want = append(want, line)
			}
		}
		is(t, c.rule, waits(b, offices, c.now, everything), strings.Join(want, "; "))
	}
}

// A year of a region by CN09, from its first stage to the national final: all tasks, with their
// accounts and deadlines.
func TestYearOfARegion(t *testing.T) {
	t.Parallel()
	playYear(t, registertest.CN09, "organizer olga a1, organizer otto a2, "+staff, []chapter{
		{"CN09 1.7 before the first stage nothing", `
			regions aosta
			a1 stage aosta 2009-03-22 open
			a2 stage aosta 2009-10-18 open
			a3 stage aosta 2009-11-22 open`, "2009-03-22 09:00", ``},
		{"CN09 1.11 it has been played: a week, to the end of the day on which clocks go forward", `
			a1 stage aosta 2009-03-22 12 unreported: anna ida`, "2009-03-22 20:00", `
			report a1 → olga until 2009-03-29 23:59:59 (CN09 1.11)`},
		{"CN09 2.2 the contact has a week to judge it", `
			a1 stage aosta 2009-03-22 12 pending received=2009-03-28: anna ida`, "2009-03-28 20:00", `
			homologate a1 → carla until 2009-04-04 23:59:59 (CN09 2.2)`},
		{"CN09 2.2 she lets it go by: the manager too", ``, "2009-04-05 00:00", `
			homologate a1 → carla mina until 2009-04-04 23:59:59 (CN09 2.2) overdue`},
		{"CN09 1.11 she asks for something", `
			a1 stage aosta 2009-03-22 12 returned received=2009-03-28 asked=2009-04-05: anna ida`, "2009-04-05 14:00", `
			answer-question a1 → olga until 2009-03-29 23:59:59 (CN09 1.11) overdue`},
		{"CN09 1.11 it is homologated", `
			a1 stage aosta 2009-03-22 12: anna ida`, "2009-04-06 12:00", ``},
		{"CN09 1.11 the second: a week, to the end of the day on which clocks go back", `
			a2 stage aosta 2009-10-18 11 unreported prizes=2500: bea lea`, "2009-10-18 20:00", `
			report a2 → otto until 2009-10-25 23:59:59 (CN09 1.11)`},
		{"CN09 1.10, 1.11 too few came: its prizes go back", `
			a2 stage aosta 2009-10-18 11 invalid prizes=2500: bea lea`, "2009-10-20 12:00", `
			return-prizes a2 → otto until 2009-10-25 23:59:59 (CN09 1.10)`},
		{"CN09 1.10 they are late", ``, "2009-10-26 00:00", `
			return-prizes a2 → otto until 2009-10-25 23:59:59 (CN09 1.10) overdue`},
		{"CN09 1.10 they have come", `
			a2 stage aosta 2009-10-18 11 invalid prizes=2500 settled: bea lea`, "2009-11-02 12:00", ``},
		{"CN09 1.7 the third", `
			a3 stage aosta 2009-11-22 12: cleo mara`, "2009-12-31 23:59", ``},
		{"CN09 1.4, 1.7.2 the year is over: two finalists, and their seconds are called up", ``, "2010-01-01 00:00", `
			announce-final → carla until 2010-02-14 23:59:59 (CN09 1.4)
			convoke x4 → carla (CN09 1.7)`},
		{"CN09 1.7 the final is announced", `
			f regional aosta 2010-01-31`, "2010-01-02 12:00", `
			convoke x4 → carla (CN09 1.7)`},
		{"CN09 1.7 two of them are asked", `
			call anna regional
			call ida regional`, "2010-01-10 12:00", `
			answer → anna until 2010-01-17 23:59:00 (CN09 1.7)
			answer → ida until 2010-01-17 23:59:00 (CN09 1.7)
			convoke x2 → carla (CN09 1.7)`},
		{"CN09 1.7 and do not answer", ``, "2010-01-17 23:59", `
			lapse anna → carla (CN09 1.7)
			lapse ida → carla (CN09 1.7)
			convoke x2 → carla (CN09 1.7)`},
		{"CN09 1.7 it is played, and reported", `
			f regional aosta 2010-01-31 3 pending received=2010-02-01: cleo anna mara`, "2010-02-02 12:00", `
			homologate f → mina until 2010-02-08 23:59:59 (CN09 2.2)`},
		{"CN09 1.9 the champion of the region is to come to the national final", `
			f regional aosta 2010-01-31 3: cleo anna mara
			nat national 2010-03-14`, "2010-02-05 12:00", `
			convoke x1 → mina (CN09 1.9)`},
		{"CN09 1.9 she comes: her journey is paid", `
			call cleo national yes`, "2010-02-06 12:00", `
			claim-refund → cleo (CN09 1.9)`},
		{"CN09 1.9 also once the final is over", `
			nat national 2010-03-14 4: cleo`, "2010-03-15 12:00", `
			claim-refund → cleo (CN09 1.9)`},
	})
}

// The same by a federation with other deadlines: a report on the next day, a verdict by the last
// day of the finals, ten days to answer, prizes that always go back, and no refunds for players who
// step in.
func TestYearAtTheBorder(t *testing.T) {
	t.Parallel()
	playYear(t, "border-league", "organizer olga b1, "+staff, []chapter{
		{"BL 4 reported on the next day, by the clocks of the venue", `
			regions aosta
			b1 stage aosta 2009-03-28 5 unreported: anna bea cleo`, "2009-03-28 20:00", `
			report b1 → olga until 2009-03-29 23:59:59 (BL 4)`},
		{"BL 3 judged by the last day of the finals, by the clocks of the season", `
			b1 stage aosta 2009-03-28 5 pending received=2009-03-29: anna bea cleo`, "2009-03-29 20:00", `
			homologate b1 → carla until 2010-01-31 23:59:59 (BL 3)`},
		{"BL 10 prizes of an invalid event go back within ten days, and are never kept", `
			b1 stage aosta 2009-03-28 4 invalid prizes=900 kept: anna bea cleo`, "2009-04-01 20:00", `
			return-prizes b1 → olga until 2009-04-07 23:59:59 (BL 10)`},
		{"BL 7 one finalist plays a tournament; 5 the second goes straight on", `
			b1 stage aosta 2009-03-28 5: anna bea cleo`, "2010-01-01 12:00", `
			announce-final → carla until 2010-01-31 23:59:59 (BL 3)
			convoke x1 → mina (BL 5)
			convoke x1 → carla (BL 5)`},
		{"BL 8 who comes from an event claims the journey", `
			call bea national yes`, "2010-01-12 12:00", `
			announce-final → carla until 2010-01-31 23:59:59 (BL 3)
			convoke x1 → carla (BL 5)
			claim-refund → bea (BL 8)`},
	})
}

// The letters about one task over time: one when it starts to wait, one before it is due, one
// after, and no more.
func TestLettersOfATask(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, ruleset, event string
		kind                 duties.Kind
		want                 string // the mornings on which something else is to be written
	}{
		{"CN09 1.11 a report: the day before, and the day after", registertest.CN09, "a1 stage aosta 2009-03-22 12 unreported: anna", duties.Report, "03-28 soon, 03-30 late"},
		{"CN09 2.2 a verdict: at once, two days before, and the day after", registertest.CN09, "a1 stage aosta 2009-03-22 12 pending: anna", duties.Homologate, "03-23 new, 03-28 soon, 03-31 late"},
		{"CN09 1.10 prizes: at once, the day before, and the day after", registertest.CN09, "a1 stage aosta 2009-03-22 11 invalid prizes=100: anna", duties.ReturnPrizes, "03-23 new, 03-28 soon, 03-30 late"},
		{"TT 4 a verdict: at once, two days before, and the day after", "three-tiers", "a1 stage aosta 2009-03-22 6 pending: anna", duties.Homologate, "03-23 new, 04-02 soon, 04-05 late"},
		{"TT 4 of a report nobody is reminded", "three-tiers", "a1 stage aosta 2009-03-22 6 unreported: anna", duties.Report, ""},
		{"BL of nothing anybody is reminded: only what others have done is told", "border-league", "a1 stage aosta 2009-03-22 5 pending: anna", duties.Homologate, "03-23 new"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, tt.ruleset, "regions aosta\n"+tt.event)
			s := b.Season()
			var letters []string
			written := map[string]bool{}
			for morning := b.At("2009-03-23 08:00"); morning.Before(b.At("2009-05-01 00:00")); morning = morning.Add(24 * time.Hour) {
				l := duties.InSeason{Season: s, Now: morning.Add(2 * time.Hour), Offices: offices(b, staff)}
				for _, task := range l.Tasks(season.Deadlines(s.Facts, s.State)) {
					if turn, is := task.Warns(morning.Add(2 * time.Hour)); is && task.Kind == tt.kind && !written[task.Cause(turn)] {
						written[task.Cause(turn)] = true
						letters = append(letters, morning.Format("01-02 ")+string(turn))
					}
				}
			}
			is(t, "letters", strings.Join(letters, ", "), tt.want)
		})
	}
}
