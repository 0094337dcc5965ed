package dutydesk

import (
	"time"

	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// mailTasks returns a task for each letter that did not reach its reader, for the people who can do something
// about it. A task is for the sender as long as they hold an office, else for the managers, and exists no
// longer than the subject of the letter is open and the address is the same.
func (d Desk) mailTasks(door tenantdb.Door, offices []facts.Office, now time.Time) ([]duties.Task, error) {
	var refused []facts.RefusedMail
	b := &tenantdb.Batch{}
	leaguedb.LoadRefusedMails(b, &refused, now)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	var out []duties.Task
	for _, m := range refused {
		t := duties.OfLetter(m, offices)
		if len(t.For) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}
