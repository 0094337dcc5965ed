// spoken are the messages whose words the console has: whole groups, and single ones by their key. The
// server hands out only these (console.go); a test compares the two lists.
export const spoken = [
	"call", "console", "role", "round", "clock", "event-state", "entry-state", "event-kind", "language", "criterion-short", "label", "movement", "standings",
	"account.mine", "account.sign-in", "account.sign-out", "account.waiting-none", "draw.by-hand-by", "draw.by-hand-reason", "frame.languages", "frame.navigation", "frame.skip",
	"frame.theme", "frame.theme-dark", "frame.theme-light", "frame.theme-system", "people.title", "photo", "photos",
	"report.demand-failed", "report.demand-met", "report.demand-open", "report.demand-waived", "report.demands", "report.noted",
	"report.others-decide", "report.state-awaits-report", "report.state-homologated", "report.state-invalidated", "report.state-none",
	"report.state-not-played", "report.state-returned", "column.movement", "column.player", "column.position", "column.position-short", "comparison.dropped", "comparison.equal",
	"comparison.part", "comparison.unrounded", "games.label", "print.sheets", "print.title", "report.state-waiting", "report.title", "screen.title", "stakes.national-final",
	"stakes.national-final-paid", "stakes.regional-final", "stakes.regional-final-paid", "table.corrected", "table.left",
	"table.number", "table.playing", "table.time-limit", "table.too-few", "table.void", "table.winner", "table.word", "problem.request",
] as const;
