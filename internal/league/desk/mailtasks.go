package desk

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail/maildb"
	"referto/internal/tenant/tenantdb"
)

// mailTasks are the letters that did not reach their readers and that whoever waits for
// them can see to. They wait for who had them sent as long as he holds an office, else for
// the managers, and no longer than what they are about is open and the address is the
// same.
func (d *Desk) mailTasks(door tenantdb.Door, offices []facts.Office, now time.Time) ([]Task, error) {
	var refused []facts.RefusedMail
	b := &tenantdb.Batch{}
	leaguedb.LoadRefusedMails(b, &refused, now)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	var out []Task
	for _, m := range refused {
		t := mailTask(m)
		t.For = holders(offices, manager, league.EventID{}, league.RegionID{})
		if m.By != nil && slices.ContainsFunc(offices, func(o facts.Office) bool { return o.AccountID == *m.By }) {
			t.For = []uuid.UUID{*m.By}
		}
		if len(t.For) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

func mailTask(m facts.RefusedMail) Task {
	t := Task{
		Kind: TaskMailRefused, Mail: maildb.Matter{Kind: m.About, ID: m.AboutID}, About: m.Name, Step: m.At.UTC().Format("20060102T150405.000000Z"),
	}
	switch at := m.At.UTC().Format(time.RFC3339); {
	case m.State == maildb.Failed:
		t.Grounds = league.Grounds{Reason: "mail-failed", Params: map[string]string{"at": at}}
	case m.Reply == "":
		t.Grounds = league.Grounds{Reason: "mail-impossible", Params: map[string]string{"at": at}}
	default:
		t.Grounds = league.Grounds{Reason: "mail-refused", Params: map[string]string{"at": at, "reply": m.Reply}}
	}
	if m.EventID != nil {
		t.MailEvent = *m.EventID
	}
	return t
}

// addMails lists the convocations that still wait for an answer and whose letter did not
// reach the reader: they wait for whoever convokes.
func (l *taskList) addMails() {
	for _, m := range l.mails {
		_, p, waits := l.season.Waits(m.AboutID, l.now)
		if !waits {
			continue
		}
		t := mailTask(m)
		t.Region = l.season.Host(p)
		t.For = l.overseers(t.Region)
		l.add(t)
	}
}
