package jobs

import (
	"encoding/json"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/importdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Work checks a file and, if it is to be stored and nothing prevents it, stores its event; it writes the
// findings into the row.
func Work(d *desk.Desk, tx tenantdb.Tx, by desk.Act, row *facts.Import, store bool, progress func(string, int, int), stored func(*officiating.Situation)) error {
	why := league.Grounds{Reason: "played-on-paper"}
	in := importdesk.Incoming{
		Form: eventfile.Form(row.Form), Data: row.File, Fold: words.Fold, Progress: progress,
		Reason: words.For(row.Language).Reason(why.Reason, why.Params, nil),
	}
	if err := json.Unmarshal(row.Decided, &in.Decisions); err != nil {
		return err
	}
	var found *importdesk.Imported
	var s *officiating.Situation
	var err error
	if store {
		found, s, err = importdesk.At(d).StoreImport(tx, by, in)
	} else {
		found, err = importdesk.At(d).CheckImport(tx, by.Now, in)
	}
	if err != nil {
		return err
	}
	before := row.State
	row.State, row.Phase, row.Done = facts.ImportClean, "", found.Lines
	switch {
	case len(found.Faults) > 0:
		row.State, row.File, row.FinishedAt = facts.ImportFaulty, nil, &by.Now
	case s != nil:
		row.State, row.File, row.FinishedAt, row.EventID = facts.ImportStored, nil, &by.Now, &s.Event.ID
		stored(s)
	}
	if err := describe(row, found); err != nil {
		return err
	}
	changed := *row
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeImport(b, changed, before) })
	return nil
}

// describe writes the findings about a file into its row.
func describe(row *facts.Import, found *importdesk.Imported) (err error) {
	row.Lines, row.Title, row.Ruleset = found.Lines, found.Event.Title, found.Ruleset.Key
	row.Entries, row.Rounds, row.Tables, row.Results = len(found.Entries), len(found.Facts.Rounds), 0, 0
	for _, round := range found.Facts.Rounds {
		row.Tables += len(round.Tables)
		for _, t := range round.Tables {
			if t.Result != nil {
				row.Results++
			}
		}
	}
	row.Derived = openapi.Each(found.Derived, func(d eventfile.Derived) string { return string(d) })
	people, faults := found.People, found.Faults
	if people == nil {
		people = []importdesk.Person{}
	}
	if faults == nil {
		faults = eventfile.Faults{}
	}
	if row.People, err = json.Marshal(people); err != nil {
		return err
	}
	row.Faults, err = json.Marshal(faults)
	return err
}
