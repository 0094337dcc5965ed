package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/sampling"
)

func preset(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// phases are the names of what is played when time is up.
func phases(r *rules.Ruleset) string {
	var names []string
	for _, p := range r.Time.Phases {
		names = append(names, string(p.Phase))
	}
	return strings.Join(names, " ")
}

// TestReadings holds the open paragraphs of the other regulations, the preset's
// own reading first.
func TestReadings(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"just-play-2022": `A000-1 declarer_first points_only
A000-2 shrink keep_size`,
		"firenzegioca-2014": `A001-1 wins_first class_points_first
A001-10 kept struck
A001-2 each none split by_criteria
A001-3 declarer_alone share_equal_vp
A001-4 trunc2 exact half_up2
A001-5 included excluded
A001-6 two_rounds with_final
A001-7 full_win 0.9_win
A001-8 max_fours min_fours
A001-9 final_game preliminary_standing`,
		"catan-ranglista-bg": `A003-1 floor_total total_2dp exact
A003-10 ranking_only all_events
A003-11 started_with_three also_three_left
A003-12 per_game per_event
A003-13 barred plays
A003-14 day-before start
A003-2 cap_all cap_winner
A003-3 capped_total raw_total
A003-4 share_better average
A003-5 fourth_place_point zero
A003-6 kept excluded
A003-7 separate also_ranking
A003-8 recorded capped_300
A003-9 chronological criteria`,
		"risiko-squadre-2000": `A004-1 same_difference individual
A004-2 signed absolute clamped
A004-3 team_points_minus_25 minus_25_only
A004-4 counts_as_played not_played
A004-5 lowest_table all_tables
A004-6 nearest farthest
A004-7 current_standing previous_tournament
A004-8 whole_team_200 best_only_200
C004-1 borders_of_play borders_and_links
C004-2 own_territories territories_beyond
C004-3 whole_row outside_region`,
	}
	for id, list := range want {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r := preset(t, id)
			var got []string
			for _, key := range slices.Sorted(maps.Keys(r.Readings)) {
				line := key
				for _, option := range r.Readings[key].Options {
					line += " " + option.Value
				}
				first := r.Readings[key].Options[0].Value
				if value, _ := r.ReadingValue(key); value != first {
					t.Errorf("%s: %q is in force, want %q", key, value, first)
				}
				got = append(got, line)
			}
			for _, key := range sampling.Of(id, slices.Sorted(maps.Keys(r.Readings))) {
				for _, option := range r.Readings[key].Options {
					other, err := r.WithReading(key, option.Value)
					if err != nil {
						t.Fatal(err)
					}
					if value, _ := other.ReadingValue(key); value != option.Value || option.Why == "" {
						t.Errorf("%s: got %q, want %q with a reason", key, value, option.Value)
					}
				}
			}
			if text := strings.Join(got, "\n"); text != list {
				t.Errorf("got\n%s\nwant\n%s", text, list)
			}
		})
	}
}

// TestTextsAreTheOriginals: words of the print stand where they are cited.
func TestTextsAreTheOriginals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		preset, paragraph, words string
		texts                    int
	}{
		{"just-play-2022", "3", "prevarrà il partecipante con più (colonie + città)", 12},
		{"just-play-2022", "4", "verranno considerati riservisti", 12},
		{"just-play-2022", "1.5", "lo dichiara al suo turno", 12},
		{"firenzegioca-2014", "3", "riceveranno rispettivamente: 8, 3, 3, 0 punti classifica", 27},
		{"firenzegioca-2014", "4.7", "arriverà secondo", 27},
		{"firenzegioca-2014", "6.5a", "seconda ammonizione", 27},
		{"catan-ranglista-bg", "2.2.3", "100 \\times 13/42$, което прави 30,95%", 71},
		{"catan-ranglista-bg", "1.1.6", "четвърто място", 71},
		{"catan-ranglista-bg", "FP 18", "спиране на участията му", 71},
		{"risiko-squadre-2000", "1", "31 punti più un decimo di punto", 36},
		{"risiko-squadre-2000", "base 5", "un giocatore ha sulla mappa 160 carri, ne deve togliere 20", 36},
		{"risiko-squadre-2000", "penalties", "-7 punti su qualsiasi classifica in corso anche a livello annuale", 36},
	}
	for _, tt := range tests {
		r := preset(t, tt.preset)
		text, ok := r.Text(tt.paragraph)
		if !ok || !strings.Contains(text.Body, tt.words) || text.Title == "" {
			t.Errorf("%s %s: got %+v", tt.preset, tt.paragraph, text)
		}
		if len(r.Texts) != tt.texts {
			t.Errorf("%s: %d texts, want %d", tt.preset, len(r.Texts), tt.texts)
		}
	}
}

// TestRulesOfPlay holds what the other layers read from the presets.
func TestRulesOfPlay(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, got, want string }{
		{"JP22 1 seventy-five minutes, then a last lap without dice", fmt.Sprintf("%v %v", preset(t, "just-play-2022").Time.Minutes["base"], phases(preset(t, "just-play-2022"))), "75 last-lap counting"},
		{"FG14 3 seventy minutes, then as many turns for everybody", fmt.Sprintf("%v %v", preset(t, "firenzegioca-2014").Time.Minutes["base"], phases(preset(t, "firenzegioca-2014"))), "70 even-turns"},
		{"FG14 2 requests are in time until twenty past ten", preset(t, "firenzegioca-2014").Field.Deadline.At.String(), "10:20"},
		{"BG 1.2.2 at most three minutes a turn", fmt.Sprintf("%v %v", preset(t, "catan-ranglista-bg").Time.TurnMinutes, preset(t, "catan-ranglista-bg").Time.Limit), "3 none"},
		{"SQ00 base 2 an hour and three quarters, then three laps", fmt.Sprintf("%v %v", preset(t, "risiko-squadre-2000").Time.Minutes["base"], phases(preset(t, "risiko-squadre-2000"))), "105 third-last-lap last-lap extra-turns"},
		{"SQ00 base 14 every seat has an objective", fmt.Sprint(len(preset(t, "risiko-squadre-2000").Game.Objectives)), "6"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}
