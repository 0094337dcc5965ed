import { expect, test } from "vitest";
import { quoted, taken } from "../../only";

test("of the sheet of the pages the console takes what can fit", () => {
	const names = new Set(quoted(`<p aria-label="{a.b}" class="btn primary" title="{text('console.away')}" id="main">{text("console.gone.away")}</p> // podium`));
	expect(names).toEqual(new Set(["btn", "primary", "main"]));
	const css = `a { b: c } /* .x { } */ .podium { d: e } .btn.primary, .podium b { f: g } #main:not(.podium) { h: i } .btn .podium { j: k } #main :is(p, .podium) { s: t } @media print { .btn { l: m } .podium { n: o } @keyframes p { 50% { q: r } } }`;
	expect(taken(css, names).replace(/\s+/g, " ").trim()).toBe("a { b: c } .btn.primary, .podium b { f: g } #main:not(.podium) { h: i } #main :is(p, .podium) { s: t } @media print { .btn { l: m } @keyframes p { 50% { q: r } } }");
});
