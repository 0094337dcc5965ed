package browser_test

import (
	"strings"

	"github.com/chromedp/chromedp"
)

// clipped lists elements that a page shows only in part: text that is wider than its box and cut there, without
// scrolling and without an ellipsis. Elements for screen readers alone are a pixel wide, and input fields scroll.
const clipped = `[...document.querySelectorAll("main :not(input), header *, nav *")].filter((one) => {
	const style = getComputedStyle(one);
	return one.checkVisibility() && one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1 && ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis";
}).map((one) => one.tagName + "." + one.className + " " + one.textContent.trim().slice(0, 40)).join("; ")`

// wide lists the elements that make a page wider than its window.
const wide = `[...document.querySelectorAll("body *")].filter((one) => {
	const box = one.getBoundingClientRect();
	if (!one.checkVisibility() || box.right <= innerWidth + 1 || box.width < 2) return false;
	for (let up = one.parentElement; up; up = up.parentElement) if (getComputedStyle(up).overflowX !== "visible") return false;
	return true;
}).map((one) => one.tagName + "." + one.className + " " + one.textContent.trim().slice(0, 40)).slice(0, 4).join("; ")`

// lengthen turns the language of a page into an artificial one: each word has 40 % more letters, as in languages
// without a translation yet, and as many dots as mark that the text was found. Typed text, stored text (addresses,
// hashes) and figures stay. It returns the number of words, and none if it was done before.
const lengthen = `(() => {
	window.shortWords = new Map();
	let words = 0;
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode()); ) {
		if (node.parentElement.closest("script, style, textarea, code, .mono")) continue;
		const long = node.data.replace(/\p{L}{2,}/gu, (word) => { words++; return word + "ö".repeat(Math.ceil(0.4 * word.length)); });
		if (long !== node.data) window.shortWords.set(node, node.data), (node.data = long);
	}
	return words;
})()`

// shorten takes that back.
const shorten = `(() => { for (const [node, text] of window.shortWords) node.data = text; return true; })()`

// fits reports the elements that do not fit on the smallest phone: with letters of twice the size (WCAG 2.2, 1.4.4
// and 1.4.10), and with words that are 40 % longer than those of the page's language (U24, U25).
func fits(b tab, name string) {
	b.t.Helper()
	do(b, "a small phone", chromedp.EmulateViewport(320, 640))
	do(b, "large letters", chromedp.Evaluate[bool](`document.documentElement.style.fontSize = "200%", true`))
	b.fitsNow(name)
	do(b, "letters as they were", chromedp.Evaluate[bool](`document.documentElement.style.fontSize = "", true`))
	if b.number(lengthen) == 0 {
		b.t.Errorf("%s has no words", name)
	}
	b.fitsNow(name + " in long words")
	do(b, "words as they were", chromedp.Evaluate[bool](shorten))
}

// fitsNow reports the elements that are wider than the window of 320 pixels, or are cut.
func (b tab) fitsNow(name string) {
	b.t.Helper()
	if width := b.number(`document.documentElement.scrollWidth`); width > 320 {
		b.t.Errorf("%s is %d wide on 320: %s", name, width, b.value(wide))
	}
	if text := b.value(clipped); text != "" {
		b.t.Errorf("%s cuts: %s", name, text)
	}
}

// value is the text that an expression of JavaScript comes to.
func (b tab) value(expression string) string {
	b.t.Helper()
	return evaluate[string](b, expression)
}

// in is an address in a language.
func in(language, address string) string {
	if strings.Contains(address, "?") {
		return address + "&lang=" + language
	}
	return address + "?lang=" + language
}
