package discipline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/discipline"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

func preset(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOfRegulations(t *testing.T) {
	t.Parallel()
	tests := []struct{ par, preset, sanctions, until, want string }{
		{
			par: "FG14 6.5a the second warning expels, a third finds nobody", preset: "firenzegioca-2014",
			sanctions: "1 w 7 slow-play\n2' w 7 cheating\n2' w 7 slow-play", until: "2",
			want: "7 has 2\n7 expelled 2' second-warning: FG14 6.5a: expelled-by-warnings (offense=cheating, warnings=2)",
		},
		{
			par: "FG14 6.5b the referee expels without anybody's word", preset: "firenzegioca-2014",
			sanctions: "1 x 7 cheating", until: "1",
			want: "7 expelled 1 direct: FG14 6.5b: expelled-directly (offense=cheating)",
		},
		{
			par: "JP22 has no penalties: warnings expel nobody", preset: "just-play-2022",
			sanctions: "1 w 7 any\n1 w 7 any\n1 w 7 any", until: "2",
			want: "7 has 3",
		},
		{
			par: "BG 1.1.4 in a game or right after it", preset: "catan-ranglista-bg",
			sanctions: "1' x 7 advantage\n2 x 8 fair-play", until: "2",
			want: "7 expelled 1' direct: BG 1.1.4: expelled-directly (offense=advantage)\n8 expelled 2 direct: BG 1.1.4: expelled-directly (offense=fair-play)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			record := discipline.Of(preset(t, tt.preset), parse(t, tt.sanctions), moment(t, tt.until))
			if diff := cmp.Diff(tt.want, lines(record)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestAfterTheEnd(t *testing.T) {
	t.Parallel()
	sanctions := parse(t, "2 x 7 cheating !")
	sanctions[0].AfterEnd = true
	for id, want := range map[string]int{"catan-ranglista-bg": 0, "catan-nazionale-2009": 1} {
		t.Run("BG 1.1.4 not after the results have been processed "+id, func(t *testing.T) {
			t.Parallel()
			record := discipline.Of(preset(t, id), sanctions, moment(t, "2"))
			if len(record.Expelled) != want || len(record.Rejected) != 1-want {
				t.Errorf("expelled %v, rejected %v", record.Expelled, record.Rejected)
			}
		})
	}
}
