package duties

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/mail/matter"
)

// OfRefusedMail makes the task about an undelivered letter, with the reason: it failed, could not
// be sent at all, or was refused.
func OfRefusedMail(m facts.RefusedMail) Task {
	t := Task{
		Kind: MailRefused, Mail: matter.Matter{Kind: m.About, ID: m.AboutID}, About: m.Name, Step: m.At.UTC().Format("20060102T150405.000000Z"),
	}
	switch at := m.At.UTC().Format(time.RFC3339); {
	case m.State == matter.Failed:
		t.Grounds = league.Grounds{Reason: "mail-failed", Params: map[string]string{"at": at}}
	case m.Reply == "":
		t.Grounds = league.Grounds{Reason: "mail-impossible", Params: map[string]string{"at": at}}
	default:
		t.Grounds = league.Grounds{Reason: "mail-refused", Params: map[string]string{"at": at, "reply": m.Reply}}
	}
	if m.EventID != nil {
		t.MailEvent = *m.EventID
	}
	if m.PlayerID != nil {
		t.MailPlayer = *m.PlayerID
	}
	return t
}

// OfLetter makes the task about an undelivered letter for its sender while they hold an office,
// otherwise for the managers.
func OfLetter(m facts.RefusedMail, offices []facts.Office) Task {
	t := OfRefusedMail(m)
	t.For = Managers(offices)
	if m.By != nil && slices.ContainsFunc(offices, func(o facts.Office) bool { return o.AccountID == *m.By }) {
		t.For = []uuid.UUID{*m.By}
	}
	return t
}

// addMails adds the undelivered convocations that still wait for an answer, for the account in
// charge of convoking.
func (l *InSeason) addMails() {
	for _, m := range l.Mails {
		_, p, waits := l.Season.Waits(m.AboutID, l.Now)
		if !waits {
			continue
		}
		t := OfRefusedMail(m)
		t.Region = l.Season.Host(p)
		t.For = l.overseers(t.Region)
		l.add(t)
	}
}
