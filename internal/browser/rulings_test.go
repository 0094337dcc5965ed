package browser_test

import (
	"testing"

	"referto/internal/apitest"
)

// A ruling stands with its paragraph, a player appeals, and the first referee decides, finally (CN09 2.5).
func TestTheConsoleRecordsRulings(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "/sanctions")
	h.tap("#to-rulings")
	h.write("#ruling-table", "1")
	h.write("#question", "May a card that was shown be taken back?")
	h.write("#decision", "It stays on the table.")
	h.write("#paragraph", "2.5")
	h.tap("#record")
	h.says("[data-ruling]", "CN09 2.5")
	h.sound("ruling")
	appellant := h.text(".appellant option:nth-of-type(2)")
	h.unfold("[data-ruling] details")
	h.write(".appellant", "1")
	h.write(".words", "The card was face down.")
	h.push("[data-ruling] .btn")
	h.says(`[data-ruling="appealed"]`, "Appeal of "+appellant)
	h.unfold(`[data-ruling="appealed"] details`)
	h.push(`[data-ruling] input[type="radio"]:not(:checked)`)
	h.write(".words", "Nobody had seen it, so it goes back.")
	h.sound("appeal")
	h.push("[data-ruling] .btn")
	h.says(`[data-ruling="final"]`, "Another decision holds")
	got := s.referee.Get(s.path + "/rulings").Want(200)
	if got.Text("items.0.state") != "final" || got.Text("items.0.finalDecision") != "Nobody had seen it, so it goes back." {
		t.Errorf("the API says %s", got.Body)
	}
	h.sound("final")
}
