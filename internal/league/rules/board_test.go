package rules_test

import (
	"fmt"
	"testing"

	"referto/internal/league/rules"
)

func TestArmyLimit(t *testing.T) {
	t.Parallel()
	t.Run("SQ00 base 5 the printed example: of 160 tanks 20 go and 140 is the limit", func(t *testing.T) {
		t.Parallel()
		r := preset(t, "risiko-squadre-2000")
		for armies, want := range map[int]string{0: "0 150", 150: "0 150", 151: "2 149", 160: "20 140", 400: "500 0"} {
			remove, limit := r.Game.Armies.Excess(armies)
			if got := fmt.Sprint(remove, limit); got != want {
				t.Errorf("%d: got %s, want %s", armies, got, want)
			}
		}
	})
	var none *rules.ArmyLimit
	if remove, limit := none.Excess(500); remove != 0 || limit != 0 {
		t.Errorf("without a rule: %d, %d", remove, limit)
	}
}

func TestCardExchange(t *testing.T) {
	t.Parallel()
	t.Run("SQ00 base 12 the printed example: seven cards get 12 and then 10", func(t *testing.T) {
		t.Parallel()
		r := preset(t, "risiko-squadre-2000")
		want := []string{"[]", "[2]", "[4]", "[8]", "[10]", "[12]", "[12 8]", "[12 10]", "[12 12]", "[12 12 8]"}
		for cards := range want {
			if got := fmt.Sprint(r.Game.Cards.Exchanges(cards)); got != want[cards] {
				t.Errorf("%d cards: got %s, want %s", cards, got, want[cards])
			}
		}
	})
	var none *rules.CardExchange
	if got := none.Exchanges(7); got != nil {
		t.Errorf("without a rule: %v", got)
	}
}

func TestClockTime(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"00:00", "10:20", "23:59"} {
		var at rules.ClockTime
		if err := at.UnmarshalText([]byte(text)); err != nil || at.String() != text {
			t.Errorf("%s: got %v, %v", text, at, err)
		}
	}
	for _, text := range []string{"", "24:00", "10:60", "1:20", "10.20", "10:20x", "-1:10"} {
		var at rules.ClockTime
		if err := at.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, at)
		}
	}
}

func TestLargestField(t *testing.T) {
	t.Parallel()
	t.Run("JP22 2 fields of 8, 12 and 16", func(t *testing.T) {
		t.Parallel()
		field := preset(t, "just-play-2022").Field
		for n, want := range map[int]int{0: 0, 7: 0, 8: 8, 11: 8, 12: 12, 15: 12, 16: 16, 40: 16} {
			if got := field.Largest(n); got != want {
				t.Errorf("%d entries: got a field of %d, want %d", n, got, want)
			}
		}
	})
}
