package browser_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// prefers sets the reader's system preferences for the pages of a tab: names and values of media features. Without
// any they are reset.
func (b tab) prefers(features ...*emulation.MediaFeature) {
	b.t.Helper()
	do(b, "what the reader prefers", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// unpainted lists elements that are lost if the system chooses the colors: boxes that show something by their
// background alone, such as bars and ticks, and now have the color of the page; and elements marked as current,
// pressed or chosen that differ from the next of their kind in color only.
const unpainted = `(() => {
	const clear = (color) => /^rgba\(.*, 0\)$|^transparent$/.test(color);
	const ground = (one) => { for (let up = one; up; up = up.parentElement) { const color = getComputedStyle(up).backgroundColor; if (!clear(color)) return color; } return "rgb(255, 255, 255)"; };
	const out = [];
	for (const one of document.querySelectorAll("body *:not(svg *, head *, script, style, option, br)")) {
		const style = getComputedStyle(one), box = one.getBoundingClientRect();
		if (!one.checkVisibility() || box.width < 2 || box.height < 2 || one.childNodes.length || /^(INPUT|SELECT|TEXTAREA|IMG|VIDEO|CANVAS|HR|PROGRESS|METER)$/.test(one.tagName) || one.dataset.was === undefined || style.forcedColorAdjust === "none") continue;
		const bordered = ["Top", "Bottom", "Left", "Right"].some((side) => parseFloat(style["border" + side + "Width"]) > 0);
		if (!bordered && style.outlineStyle === "none" && style.backgroundImage === "none" && (clear(style.backgroundColor) || style.backgroundColor === ground(one.parentElement))) out.push("not painted: " + one.outerHTML.slice(0, 90));
	}
	for (const one of document.querySelectorAll("[data-tick]")) {
		const drawn = getComputedStyle(one, one.dataset.tick);
		if (one.checkVisibility() && drawn.forcedColorAdjust !== "none" && drawn.content !== "none" && parseFloat(drawn.borderTopWidth) + parseFloat(drawn.borderLeftWidth) === 0 && (clear(drawn.backgroundColor) || drawn.backgroundColor === ground(one))) out.push("not painted: " + one.dataset.tick + " of " + one.outerHTML.slice(0, 90));
	}
	const shape = (one) => { const style = getComputedStyle(one), after = getComputedStyle(one, "::after"), before = getComputedStyle(one, "::before");
		return [style.fontWeight, style.textDecorationLine, style.borderBlockWidth, style.borderInlineWidth, style.outlineStyle, style.backgroundColor, style.color, style.borderColor, after.content, after.borderWidth, before.content, before.borderWidth].join(); };
	for (const one of document.querySelectorAll("[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]")) {
		if (!one.checkVisibility()) continue;
		const other = [...(one.closest("nav, ol, ul, tr, [role=group], .choices, fieldset, .keys")?.querySelectorAll(one.tagName) ?? [])]
			.find((each) => each !== one && each.checkVisibility() && !each.matches("[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]"));
		if (other && shape(one) === shape(other)) out.push("not marked: " + one.outerHTML.slice(0, 90));
	}
	for (const one of document.querySelectorAll("input:is([type=radio], [type=checkbox]):checked")) {
		const label = one.closest("label"), other = [...(one.closest("fieldset, form, main")?.querySelectorAll("input[type=" + one.type + "]:not(:checked)") ?? [])].find((each) => each.closest("label")?.className === label?.className);
		if (!label?.checkVisibility() || !other || one.getBoundingClientRect().width > 4 && getComputedStyle(one).opacity !== "0" && getComputedStyle(one).appearance !== "none") continue; // a box that is seen
		if (shape(label) === shape(other.closest("label")) && shape(one.nextElementSibling ?? label) === shape(other.nextElementSibling ?? label)) out.push("not marked: " + label.outerHTML.slice(0, 120));
	}
	return out;
})()`

// painted remembers, in the page's own colors, which empty boxes show something by their background, and the boxes
// drawn before or after an element.
const painted = `(() => {
	let boxes = 0;
	for (const one of document.querySelectorAll("body *")) {
		const style = getComputedStyle(one);
		for (const drawn of ["::before", "::after"]) if (getComputedStyle(one, drawn).content === '""' && !/rgba\(.*, 0\)$/.test(getComputedStyle(one, drawn).backgroundColor)) one.dataset.tick = drawn, boxes++;
		if (!one.childNodes.length && !/rgba\(.*, 0\)$/.test(style.backgroundColor)) one.dataset.was = "painted", boxes++;
	}
	return boxes;
})()`

// moving lists movements: animations that take time, and smooth scrolling.
const moving = `(() => {
	const out = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 1).map((one) => one.animationName ?? one.transitionProperty);
	for (const one of document.querySelectorAll("*")) {
		const style = getComputedStyle(one);
		if (style.scrollBehavior === "smooth") out.push("glides: " + one.tagName);
		if (style.transitionDuration.split(", ").some((each) => parseFloat(each) > 0.01)) out.push("changes slowly: " + one.outerHTML.slice(0, 70));
		if (style.animationName !== "none" && style.animationDuration.split(", ").some((each) => parseFloat(each) > 0.01)) out.push("moves: " + one.outerHTML.slice(0, 70));
	}
	return [...new Set(out)].slice(0, 8);
})()`

// U23: where the reader's system chooses the colors nothing is lost that was shown by a color alone, and where they want no motion nothing
// moves, on the pages of a day of play and on the screens of the console.
func forcedColorsAndNoMotion(t *testing.T, server *apitest.Server) {
	event := func(mail, slug string) (as *apitest.Client, id string) {
		as = server.Anonymous()
		as.Email, as.Password = mail, "due-pecore-per-un-mattone"
		as.SignIn()
		var all struct{ Items []struct{ ID, Slug string } }
		as.Get("/tenants/fic/events?limit=100").Want(200).Into(&all)
		for _, one := range all.Items {
			if one.Slug == slug {
				id = one.ID
			}
		}
		return as, "/console/t/fic/events/" + id
	}
	manager, torino := event("manager@fic.example", "tappa-torino")
	referee, bologna := event("first-referee@fic.example", "tappa-bologna")
	for _, tt := range []struct {
		as    *apitest.Client
		pages []string
	}{
		{nil, []string{
			"/", "/sign-in", "/t/fic", "/t/fic/calendar", "/t/fic/qualification", "/t/fic/e/tappa-bologna", "/t/fic/e/tappa-aosta", "/t/fic/e/tappa-torino/enter", "/t/fic/e/tappa-bologna/draw", "/t/fic/e/tappa-bologna/screen",
			"/t/fic/rules/catan-nazionale-2009", "/t/lzb/rankings/ranglista", "/t/lzb/rankings/ranglista/hall",
		}},
		{manager, []string{"/console", "/console/t/fic/finals", "/console/t/fic/homologation", torino + "/setup", torino + "/entries", torino + "/checkin"}},
		{referee, []string{bologna + "/run", bologna + "/run/t/2", bologna + "/run/sanctions", bologna + "/run/players", bologna + "/run/next"}},
	} {
		b := open(t, chromium(t), server.Address+"/sign-in?lang=en")
		if tt.as != nil {
			signIn(b, tt.as)
		}
		for _, at := range tt.pages {
			b.prefers()
			do(b, "load "+at, chromedp.Navigate(in("en", server.Address+at)))
			sees(b, at, func() bool { return b.is(`document.querySelector("main h1")`) })
			boxes := b.number(painted)
			b.prefers(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
			if !b.is(`matchMedia("(forced-colors: active)").matches && matchMedia("(prefers-reduced-motion: reduce)").matches`) {
				t.Fatal("the browser does not do as it is told")
			}
			for _, fault := range evaluate[[]string](b, unpainted) {
				t.Errorf("%s of %d boxes, %s", at, boxes, fault)
			}
			if moves := evaluate[[]string](b, moving); len(moves) > 0 {
				t.Errorf("%s: %s", at, strings.Join(moves, "; "))
			}
		}
	}
}
