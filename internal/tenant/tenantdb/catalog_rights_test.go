package tenantdb_test

import (
	"fmt"
	"slices"

	"referto/internal/tenant/tenantdb"
)

// rolePowers finds whatever would make row-level security not hold for the
// application role, or hand it rights unseen.
func rolePowers(c catalog) (found []string) {
	for _, r := range c.Role {
		for _, power := range r.Powers {
			found = append(found, fmt.Sprintf("%s: %s", tenantdb.ApplicationRole, power))
		}
		if r.Owned > 0 {
			found = append(found, fmt.Sprintf("%s owns %d objects", tenantdb.ApplicationRole, r.Owned))
		}
	}
	return append(found, c.Strange...)
}

// otherRights finds privileges beyond the four commands of rows: TRUNCATE
// ignores policies, REFERENCES and TRIGGER read by the back door.
func otherRights(c catalog) (found []string) {
	for _, t := range c.Tables {
		for _, right := range t.Rights {
			if !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE"}, right) {
				found = append(found, fmt.Sprintf("%s: the application role has %s", t.Name, right))
			}
		}
		// The server's role sees which migrations were run, and cannot change that.
		if t.Name == "public.schema_migrations" && !slices.Equal(t.Rights, []string{"SELECT"}) {
			found = append(found, fmt.Sprintf("%s: the application role has %v", t.Name, t.Rights))
		}
	}
	for _, s := range c.Schemas {
		if s.Creatable {
			found = append(found, fmt.Sprintf("schema %s: the application role may create in it", s.Name))
		}
	}
	return found
}

// deletable is the reviewed list of tables whose rows the application deletes, with the reason why that loses no
// fact.
var deletable = map[string]string{
	"league.rounds":              "a draw taken back; that it was drawn stays in log and audit",
	"league.photo_parts":         "a photo's file once its pictures are made: what is in it beside the picture is nobody's business",
	"league.seats":               "a draw taken back; that it was drawn stays in log and audit",
	"league.previous_standings":  "standings given anew take the place of those given before; the audit keeps both",
	"league.careers":             "they follow from postings and openings, which stay",
	"league.events":              "only those of an import that is undone, by a trigger; that they were there stays in log and audit",
	"league.players":             "only those whom an import added that is undone, by a trigger; the row of the import stays",
	"league.clubs":               "only those that an import has made that is undone, by a trigger; that they were there stays in the log",
	"league.ranking_openings":    "only those of an import that is undone, by a trigger",
	"league.history_people":      "who the people of an import were, once it is undone",
	"league.categories":          "the list is set as a whole; what it was stays in log and audit",
	"league.memberships":         "the clubs of a player are written as a whole; what they were stays in log and audit",
	"league.player_words":        "they follow from the names, which stay",
	"league.player_accounts":     "somebody is parted from a record; that he was linked stays in log and audit",
	"league.refund_accounts":     "bank data are kept for as long as a payment needs them; that there were any stays in the audit",
	"league.data_accesses":       "who has read private data is kept for two years",
	"platform.sessions":          "they are kept for ninety days after they ended",
	"platform.refresh_tokens":    "they go with their session",
	"platform.mail_tokens":       "they are kept for ninety days after they ended",
	"league.consents":            "what an erased person had agreed to is erased with them",
	"league.photo_people":        "on which photos an erased person is to be seen is erased with them",
	"league.held_letters":        "a letter that waited for an address becomes a job of the outbox; what it tells of is stored where it was decided",
	"league.idempotency":         "answers are remembered for 72 hours",
	"platform.idempotency":       "answers are remembered for 72 hours",
	"platform.allowances":        "a bucket that is full again needs no row",
	"platform.operators":         "somebody is no operator any more",
	"platform.operator_accesses": "that an operator has looked into a tenant is kept for two years; the tenant's audit has it for good",
	"platform.operator_acts":     "what operators did is kept for two years",
	"platform.refusals":          "the security log is kept for a time that is set",
}

func unlistedDeletions(c catalog) (found []string) {
	for _, t := range c.Tables {
		if t.may("DELETE") && deletable[t.Name] == "" && t.Schema != "jobs" {
			found = append(found, t.Name+": the application role may delete rows, and no list says why")
		}
	}
	return append(found, stale(deletable, func(name string) bool { t, _ := c.table(name); return t.may("DELETE") })...)
}

// facts are the tables whose rows are never changed, with the features that rely on it.
var facts = map[string]string{
	"league.log":              "followers read it in order, once",
	"league.audit":            "who did what",
	"league.audit_seals":      "what was sealed",
	"league.audit_digests":    "the same, row by row",
	"league.results":          "a correction is a further version",
	"league.ruleset_versions": "events cite it by its digest",
	"league.refund_steps":     "who decided what about money",
	"league.prize_movements":  "the stock is their sum",
	"league.player_merges":    "who is one person follows from them",
	"league.distinctions":     "who is not one person follows from them",
}

// emptied is the reviewed list of columns of facts whose text may be erased: a trigger lets the application role
// write nothing else there, which [TestWordsAreOnlyEmptied] tries.
var emptied = map[string][]string{
	"league.audit":                      {"after", "before", "reason", "subject"},
	"league.audit_digests":              {"salt"},
	"league.ban_appeals":                {"text"},
	"league.ban_decisions":              {"reason"},
	"league.bans":                       {"source"},
	"league.calendar_editions":          {"note"},
	"league.distinctions":               {"reason"},
	"league.entry_checks":               {"reason"},
	"league.event_validity":             {"reason"},
	"league.excuses":                    {"reason"},
	"league.exemptions":                 {"reason"},
	"league.hosting_steps":              {"text"},
	"league.outcomes":                   {"reason"},
	"league.player_merges":              {"reason"},
	"league.prize_movements":            {"reason"},
	"league.ranking_openings":           {"reason"},
	"league.refund_steps":               {"reason"},
	"league.reports":                    {"document", "notes"}, // in the document a name is written otherwise
	"league.results":                    {"reason"},
	"league.season_announcements":       {"reason"},
	"league.season_rulesets":            {"reason"},
	"league.series_events":              {"reason"},
	"league.series_penalties":           {"reason"},
	"league.series_penalty_revocations": {"reason"},
	"league.verdicts":                   {"reason"},
}

func changeableFacts(c catalog) (found []string) {
	for _, t := range c.Tables {
		var changeable []string
		for _, column := range c.columnsOf(t.Name) {
			if column.Changeable {
				changeable = append(changeable, column.Name)
			}
		}
		slices.Sort(changeable)
		words := emptied[t.Name]
		if words != nil && !slices.Equal(changeable, words) {
			found = append(found, fmt.Sprintf("%s: words may be erased of %v, and the application role may update %v", t.Name, words, changeable))
		}
		if facts[t.Name] != "" && (t.may("UPDATE") && words == nil || t.may("DELETE")) {
			found = append(found, fmt.Sprintf("%s holds facts, and the application role has %v", t.Name, t.Rights))
		}
	}
	return append(found, stale(facts, func(name string) bool { t, _ := c.table(name); return t.may("INSERT") })...)
}

// privilegedViews finds objects that show rows with the rights of their owner: views without security_invoker,
// copies, rules.
func privilegedViews(c catalog) (found []string) {
	for _, t := range c.Tables {
		if t.Kind == "v" && !t.Invoker {
			found = append(found, t.Name+": a view without security_invoker shows the rows of all tenants")
		}
		if t.Kind == "m" && len(t.Rights) > 0 {
			found = append(found, t.Name+": the application role reads a materialized view, which has no policies")
		}
		if t.Rewriter {
			found = append(found, t.Name+": rewrite rules run with the rights of the owner")
		}
	}
	return found
}

// definers is the reviewed list of functions that run with the rights of their
// owner, and why.
var definers = map[string]string{
	"platform.delete_of_tenant": "the deletion of a tenant takes what the application may not delete: under row-level security, and only once it has begun",
}

// unpinned is the reviewed list of functions without a search_path of their own.
var unpinned = map[string]string{
	"jobs.river_job_state_in_bitmask": "the job queue's, made by its migrations; reads no table",
}

func privilegedFunctions(c catalog) (found []string) {
	for _, f := range c.Functions {
		if f.Definer && definers[f.Name] == "" {
			found = append(found, f.Name+": SECURITY DEFINER, and not on the reviewed list")
		}
		if !f.Pinned && unpinned[f.Name] == "" {
			found = append(found, f.Name+": no search_path of its own")
		}
	}
	exists := func(name string) bool {
		return slices.ContainsFunc(c.Functions, func(f function) bool { return f.Name == name })
	}
	return append(append(found, stale(definers, exists)...), stale(unpinned, exists)...)
}
