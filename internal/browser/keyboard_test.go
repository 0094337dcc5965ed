package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// focused returns the fault of the focused element, "" for none: it has to lie in the window, uncovered, and to show
// the focus, itself or by its visible stand-in (WCAG 2.2, 2.4.7 and 2.4.11).
const focused = `(() => {
	const one = document.activeElement;
	if (!one || one === document.body) return "";
	const box = one.getBoundingClientRect();
	const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
	const [up, down] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
	const name = one.outerHTML.slice(0, 90);
	if (left >= right || up >= down) return "out of the window: " + name;
	const top = document.elementFromPoint((left + right) / 2, (up + down) / 2);
	if (top && !one.contains(top) && !top.contains(one) && !top.closest("label")?.contains(one)) return "under " + top.outerHTML.slice(0, 60) + ": " + name;
	const marked = [[one], [one, "::after"], [one.nextElementSibling]].some(([each, part]) => each && getComputedStyle(each, part).outlineStyle !== "none");
	return marked ? "" : "not marked: " + name;
})()`

// reach goes from one part of the screen to the next by the Tab key until something has the focus.
func (h *hand) reach(selector string) {
	h.t.Helper()
	h.shows(selector)
	for range 80 {
		if h.is(fmt.Sprintf(`document.activeElement?.matches(%q)`, selector)) {
			return
		}
		h.press("\t")
		if fault := h.value(focused); fault != "" {
			h.t.Errorf("on the way to %s: %s", selector, fault)
		}
	}
	h.t.Fatalf("the keyboard does not come to %s", selector)
}

// From signing in to the next round no pointer is needed: a referee signs in, enters a round, corrects a result,
// warns a player, closes the round and draws the next. The focus is always visible (J35 and U22 of the design).
func TestTheConsoleByKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := &hand{tab: open(t, chromium(t), s.run()+"/run?lang=en")}
	do(h.tab, "a small window", chromedp.EmulateViewport(900, 560))
	h.reach("#sign-in")
	h.press("\r")
	h.reach("#email")
	h.press(strings.Split(s.referee.Email, "")...)
	h.reach("#password")
	h.press(strings.Split(s.referee.Password, "")...)
	h.press("\r")
	h.shows(`[data-table="3"]`)
	for table, keys := range map[string][]string{"1": {"0", "8", "7", "6"}, "2": {"9", "0", "4", "5"}, "3": {"8", "7", "0", "6"}} {
		h.press(table, "\r")
		eventually(t, "the form of table "+table, func() bool { return h.is(`document.activeElement?.name?.startsWith("vp-")`) })
		h.press(keys...)
		h.press("\r")
		h.shows(`[data-table="` + table + `"][data-state="confirmed"]`)
	}
	if s.points(1) != "10 8 7 6" || s.points(2) != "9 10 4 5" || s.points(3) != "8 7 10 6" {
		t.Errorf("tables: %q, %q, %q", s.points(1), s.points(2), s.points(3))
	}

	h.reach(`[data-table="2"]`)
	h.press("\r")
	eventually(t, "the result of table 2", func() bool { return h.is(`document.activeElement?.name?.startsWith("vp-")`) })
	h.press("8")
	h.reach("#reason")
	h.press(strings.Split("mistyped", "")...)
	h.press("\r")
	h.shows(`[data-table="2"][data-state="confirmed"]`)
	eventually(t, "the correction has arrived", func() bool { return s.points(2) == "8 10 4 5" })

	h.reach(`.tabs a[href$="/sanctions"]`)
	h.press("\r")
	h.reach(`[data-entry="3"]`)
	h.press("\r")
	h.reach("#reason")
	h.press(strings.Split("talks in the open", "")...)
	h.reach("#give")
	h.press("\r")
	eventually(t, "the warning has arrived", func() bool { return s.count("/sanctions") == 1 })
	h.reach(`.tabs a[href$="/run"]`)
	h.press("\r")
	h.reach("#close")
	h.press("\r")
	h.reach("#draw")
	h.press("\r")
	eventually(t, "the second round is drawn", func() bool { return s.count("/rounds") == 2 })
	t.Logf("%d keys", h.acts)
}
