package letters

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/dutydesk"
	"referto/internal/league/duties"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// roundEvery is the time between two looks for due reminders.
const roundEvery = 15 * time.Minute

// Round looks in all tenants.
type Round struct{}

// Kind names the job.
func (Round) Kind() string { return "notice.round" }

// Look looks for the due reminders of a tenant.
type Look struct {
	Tenant uuid.UUID `json:"tenant"`
}

// Kind names the job.
func (Look) Kind() string { return "notice.look" }

// Remind writes to a person about a task that has become due or is about to ([duties.Task.Cause]).
type Remind struct {
	Tenant  uuid.UUID `json:"tenant"`
	Cause   string    `json:"cause"`
	Account uuid.UUID `json:"account"`
}

// Kind names the job.
func (Remind) Kind() string { return "notice.remind" }

// round leaves a look for each tenant in which a season is under way.
func (o Office) round(ctx context.Context) error {
	return tenantdb.Everywhere(ctx, o.DB, func(tx tenantdb.Tx) error {
		var seasons []league.SeasonID
		b := &tenantdb.Batch{}
		leaguedb.LoadRunningSeasons(b, &seasons)
		if err := tx.Send(b); err != nil || len(seasons) == 0 {
			return err
		}
		return o.Later.Insert(tx, Look{Tenant: tx.Tenant()})
	})
}

// reminder is a turn of a task for one person.
type reminder struct {
	cause   string
	account uuid.UUID
	due     *time.Time
}

// mostAtOnce bounds the reminders that are noted in one transaction.
const mostAtOnce = 100

// NoteDue notes all due reminders, and leaves a letter for each person who was not reminded of the same cause
// before.
func (o Office) NoteDue(ctx context.Context, tenant uuid.UUID) error {
	door, err := tenantdb.Read(ctx, o.DB, tenant, nil)
	if err != nil {
		return err
	}
	now := o.Now()
	tasks, err := dutydesk.At(o.Desk).Tasks(door, now)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(reminders(tasks, now), mostAtOnce) {
		if err := o.note(ctx, tenant, some, now); err != nil {
			return err
		}
	}
	return nil
}

// reminders lists the people to remind at a moment, with the causes, always in the same order, so that two
// concurrent rounds never block each other.
func reminders(tasks []duties.Task, now time.Time) []reminder {
	var out []reminder
	for _, t := range tasks {
		warning, is := t.Warns(now)
		if !is {
			continue
		}
		r := reminder{cause: t.Cause(warning)}
		if !t.Due.IsZero() {
			until := t.Until().UTC()
			r.due = &until
		}
		for _, r.account = range t.For {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b reminder) int {
		return cmp.Or(cmp.Compare(a.cause, b.cause), slices.Compare(a.account[:], b.account[:]))
	})
	return out
}

func (o Office) note(ctx context.Context, tenant uuid.UUID, some []reminder, now time.Time) error {
	return tenantdb.In(ctx, o.DB, tenant, nil, func(tx tenantdb.Tx) error {
		fresh := make([]bool, len(some))
		b := &tenantdb.Batch{}
		for i, r := range some {
			leaguedb.NoteReminder(b, &fresh[i], r.cause, r.account, r.due, now.UTC())
		}
		if err := tx.Send(b); err != nil {
			return err
		}
		for i, r := range some {
			if !fresh[i] {
				continue
			}
			if err := o.Later.Insert(tx, Remind{Tenant: tenant, Cause: r.cause, Account: r.account}); err != nil {
				return err
			}
		}
		return nil
	})
}

// remind writes a letter, as long as its cause is there and it has not left.
func (o Office) remind(ctx context.Context, id string, job Remind) error {
	door, err := tenantdb.Read(ctx, o.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	task, warning, waits, err := o.waits(door, job)
	if err != nil || !waits {
		return err
	}
	var to *leaguedb.Reminded
	var publisher leaguedb.Publisher
	b := &tenantdb.Batch{}
	leaguedb.LoadReminded(b, &to, job.Cause, job.Account)
	leaguedb.LoadPublisher(b, &publisher)
	if err := door.Send(b); err != nil || to == nil || to.Sent {
		return err
	}
	err = o.send(ctx, id, job.Tenant, leaguedb.Reader{ID: job.Account, Name: to.Name, Email: to.Email, Language: to.Language}, o.letter(to.Language, publisher, task, warning))
	if err != nil && !outbox.GivenUp(err) {
		return err
	}
	marked := tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.MarkSent(b, job.Cause, job.Account, o.Now().UTC())
		return tx.Send(b)
	})
	return cmp.Or(err, marked)
}

// waits finds the task of a letter, if it still waits and it is the same turn.
func (o Office) waits(door tenantdb.Door, job Remind) (duties.Task, duties.Warning, bool, error) {
	now := o.Now()
	tasks, err := dutydesk.At(o.Desk).Tasks(door, now)
	if err != nil {
		return duties.Task{}, "", false, err
	}
	for _, t := range duties.Of(tasks, job.Account) {
		if warning, is := t.Warns(now); is && t.Cause(warning) == job.Cause {
			return t, warning, true, nil
		}
	}
	return duties.Task{}, "", false, nil
}

func (o Office) letter(language string, from leaguedb.Publisher, t duties.Task, warning duties.Warning) mail.Reminder {
	task := Describe(words.For(language), t)
	if task.Rule != "" {
		task.Why += " (" + task.Rule + ")"
	}
	return mail.Reminder{
		Tenant: from.Name, Title: task.Title, Why: task.Why, Until: task.Due, Overdue: warning == duties.WarnLate, Link: Page(o.PublicURL, from.Slug, t),
	}
}
