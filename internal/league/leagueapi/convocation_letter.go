package leagueapi

import (
	"context"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ConvocationLetter asks somebody whether he comes to a final.
type ConvocationLetter struct {
	Tenant      uuid.UUID `json:"tenant"`
	Season      uuid.UUID `json:"season"`
	Convocation uuid.UUID `json:"convocation"`
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (ConvocationLetter) Kind() string { return "letter.convocation" }

// ConvocationReminder reminds somebody who has not answered. It waits until it is due.
type ConvocationReminder ConvocationLetter

// Kind names the job.
func (ConvocationReminder) Kind() string { return "letter.convocation-reminder" }

// ConvocationTurn tells somebody that his convocation holds no more, or again.
type ConvocationTurn struct {
	Tenant      uuid.UUID `json:"tenant"`
	Season      uuid.UUID `json:"season"`
	Convocation uuid.UUID `json:"convocation"`
	Ended       bool      `json:"ended"`
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (ConvocationTurn) Kind() string { return "letter.convocation-turn" }

// convocationPage is where the link of a letter leads, in the tenant's pages.
const convocationPage = "/convocation"

// convocationOffice writes to people who are convoked.
type convocationOffice struct {
	*API
	db        *tenantdb.DB
	sender    mail.Sender
	now       func() time.Time
	publicURL string
}

// ConvocationLetters says who writes to people who are convoked. The address of the
// program has no slash at its end.
func (a *API) ConvocationLetters(h *outbox.Handlers, db *tenantdb.DB, sender mail.Sender, now func() time.Time, publicURL string) {
	o := convocationOffice{API: a, db: db, sender: sender, now: now, publicURL: publicURL}
	outbox.Handle(h, func(ctx context.Context, id string, job ConvocationLetter) error {
		_, err := o.write(ctx, id, job, false)
		return err
	})
	outbox.Handle(h, func(ctx context.Context, id string, job ConvocationReminder) error {
		return o.remind(ctx, id, ConvocationLetter(job))
	})
	outbox.Handle(h, o.turn)
}

// season is the season that a letter is about, with the door through which it is read.
func (o convocationOffice) season(ctx context.Context, tenant, season uuid.UUID) (*tenantdb.Reader, *register.Season, error) {
	door, err := tenantdb.Read(ctx, o.db, tenant, nil)
	if err != nil {
		return nil, nil, err
	}
	s, err := o.desk.ViewSeason(door, league.SeasonID{UUID: season})
	return door, s, err
}

// turn writes that a convocation holds no more, or again, if it is still so: whatever
// has turned it since has a letter of its own.
func (o convocationOffice) turn(ctx context.Context, id string, job ConvocationTurn) error {
	door, s, err := o.season(ctx, job.Tenant, job.Season)
	if err != nil {
		return err
	}
	var c *leaguedb.LinkedConvocation
	b := &tenantdb.Batch{}
	leaguedb.LoadConvoked(b, &c, job.Convocation)
	if err := door.Send(b); err != nil || c == nil {
		return err
	}
	why, ended := s.Ended(c.Convocation)
	var to *leaguedb.Addressee
	b = &tenantdb.Batch{}
	leaguedb.LoadAddressee(b, &to, c.PlayerID)
	if err := door.Send(b); err != nil || to == nil || ended != job.Ended {
		return err
	}
	if to.Waits {
		return o.hold(ctx, o.db, job.Tenant, c.PlayerID, job, o.now())
	}
	i, err := newInvited(door, s, to.Language, c.Convocation, s.PlaceAsked(c.Convocation))
	if err != nil {
		return err
	}
	content := mail.ConvocationTurned{
		Tenant: to.Tenant, Season: s.Season.Title, Title: i.title(), When: i.when(), Ended: ended,
		Link: o.publicURL + "/t/" + to.Slug + "/s/" + s.Season.Slug + "/qualification",
	}
	if ended {
		content.Why = cited(i.Explain(why))
	}
	return o.deliver(ctx, o.db, o.sender, o.now, convocationMail(id, ConvocationLetter{Tenant: job.Tenant, Convocation: job.Convocation}, *to, content), c.PlayerID, job)
}

// convocationMail is a letter about a convocation.
func convocationMail(id string, job ConvocationLetter, to leaguedb.Addressee, content mail.Content) maildb.Letter {
	return maildb.Letter{
		ID: id, Tenant: job.Tenant, About: matter.Matter{Kind: matter.Convocation, ID: job.Convocation}, Account: to.Account,
		Language: to.Language, To: mail.Address{Name: to.Name, Mail: to.Email}, Content: content,
	}
}

// remind writes to who has not answered, once.
func (o convocationOffice) remind(ctx context.Context, id string, job ConvocationLetter) error {
	_, s, err := o.season(ctx, job.Tenant, job.Season)
	if err != nil {
		return err
	}
	now := o.now()
	c, _, waits := s.Waits(job.Convocation, now)
	if !waits || c.RemindedAt != nil {
		return nil
	}
	if at, _ := s.RemindAt(c); now.Before(at) {
		return outbox.NotBefore(at.Sub(now))
	}
	if held, err := o.write(ctx, id, job, true); err != nil || held {
		return err
	}
	return tenantdb.In(ctx, o.db, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.MarkReminded(b, c.ID, now.UTC())
		desk.TouchSeason(tx, s.Season.ID)
		return tx.Send(b)
	})
}

// write writes a letter with a link of its own, as long as an answer is waited for. It
// tells whether the letter is held until the address is confirmed: nothing is kept of it
// then, since all that wait for an answer are written to when it is.
func (o convocationOffice) write(ctx context.Context, id string, job ConvocationLetter, reminder bool) (held bool, err error) {
	door, s, err := o.season(ctx, job.Tenant, job.Season)
	if err != nil {
		return false, err
	}
	c, p, waits := s.Waits(job.Convocation, o.now())
	about := matter.Matter{Kind: matter.Convocation, ID: job.Convocation}
	if !waits {
		return false, forgo(ctx, o.db, job.Tenant, about, o.now())
	}
	var to *leaguedb.Addressee
	b := &tenantdb.Batch{}
	leaguedb.LoadAddressee(b, &to, c.PlayerID)
	if err := door.Send(b); err != nil {
		return false, err
	}
	if to == nil {
		return false, forgo(ctx, o.db, job.Tenant, about, o.now())
	}
	if to.Waits {
		return true, o.hold(ctx, o.db, job.Tenant, c.PlayerID, nil, o.now())
	}
	i, err := newInvited(door, s, to.Language, c, p)
	if err != nil {
		return false, err
	}
	link := token.NewLink()
	err = tenantdb.In(ctx, o.db, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.AddAnswerLink(b, link.Hash[:], c.ID, o.now().UTC())
		return tx.Send(b)
	})
	if err != nil {
		return false, err
	}
	at := o.publicURL + "/t/" + to.Slug + convocationPage + "?lang=" + url.QueryEscape(to.Language) + "#token=" + link.Text
	return false, o.deliver(ctx, o.db, o.sender, o.now, convocationMail(id, job, *to, i.letter(to.Tenant, at, reminder)), c.PlayerID, nil)
}

// linked is what the secret of a letter's link is about. The error is
// [authzdb.ErrLink] for any other text.
func linked(door tenantdb.Door, text string) (leaguedb.LinkedConvocation, error) {
	var of *leaguedb.LinkedConvocation
	hash, err := token.ParseLink(text)
	if err != nil {
		return leaguedb.LinkedConvocation{}, authzdb.ErrLink
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadLinked(b, &of, hash[:])
	if err := door.Send(b); err != nil {
		return leaguedb.LinkedConvocation{}, err
	}
	if of == nil {
		return leaguedb.LinkedConvocation{}, authzdb.ErrLink
	}
	return *of, nil
}

// invited is somebody who was convoked, with all that he has to know to answer, in his
// language.
type invited struct {
	registerView
	convocation facts.Convocation
	place       season.Place
	final       *facts.Event // nil before it is announced
	follows     register.Follow
}

func newInvited(door tenantdb.Door, s *register.Season, language string, c facts.Convocation, p season.Place) (invited, error) {
	i := invited{convocation: c, place: p, final: s.FinalOf(p)}
	switch {
	case len(p.Steps) == 0: // it is in the register no more
	case p.Holder == c.PlayerID:
		i.follows = s.Follows(p)
	default:
		i.follows = register.Follow{Player: p.Holder, Grounds: p.Steps[len(p.Steps)-1].Grounds}
	}
	v, err := newRegisterView(door, s, language, reader{}, []season.Place{p}, c.PlayerID, i.follows.Player)
	i.registerView = v
	return i, err
}

// title is that of the final in words.
func (i invited) title() string {
	kind := i.w.Text("event-kind."+i.convocation.Final, nil)
	if i.final != nil {
		return i.final.Title
	}
	if r := i.region(i.Host(i.place)); r.Name != "" {
		return kind + ": " + r.Name
	}
	return kind
}

// when is day and time of the final at its venue, "" before they are known.
func (i invited) when() string {
	if i.final == nil {
		return ""
	}
	return i.w.DateTime(i.final.StartsAt.In(i.final.Location()))
}

// until is when the answer is due, in words.
func (i invited) until() string { return i.w.Moment(i.convocation.AnswerBy.In(i.Zone(i.place))) }

// right is how he came to his place: the step that gave it to him.
func (i invited) right() openapi.Explanation {
	for _, step := range slices.Backward(i.place.Steps) {
		if step.Player == i.convocation.PlayerID && (step.Kind == season.Won || step.Kind == season.Entitled || step.Kind == season.SteppedIn || step.Kind == season.CalledUp) {
			return i.Explain(step.Grounds)
		}
	}
	return i.Explain(i.place.Steps[0].Grounds)
}

// cited is a sentence with its paragraph behind it.
func cited(e openapi.Explanation) string {
	if e.Rule.Paragraph == "" {
		return e.Text
	}
	return e.Text + " (" + e.Rule.Code + " " + e.Rule.Paragraph + ")"
}

func (i invited) letter(tenant, link string, reminder bool) mail.Convocation {
	m := mail.Convocation{
		Tenant: tenant, Season: i.Season.Season.Title, Title: i.title(), When: i.when(), Right: cited(i.right()),
		Refund: cited(i.Explain(i.place.RefundGrounds)), Until: i.until(), Next: i.player(i.follows.Player).Name, Rule: cited(i.Explain(i.follows.Grounds)),
		Reminder: reminder, Link: link,
	}
	if e := i.event(i.place.Origin.Event); e.Title != "" {
		m.From = e.Title
	}
	if i.final != nil {
		m.Where = i.final.VenueName + ", " + i.final.VenueCity
	}
	return m
}

// convocationView is what the link of a letter shows; of a convocation that has ended
// why.
func (a *API) convocationView(c *gate.Call, s *register.Season, of facts.Convocation) (openapi.ConvocationView, error) {
	if at := slices.IndexFunc(s.Convocations, func(o facts.Convocation) bool { return o.ID == of.ID }); at >= 0 {
		of = s.Convocations[at] // as it is after an answer
	}
	asked, p, has := s.Asked(of)
	why, ended := s.Ended(of)
	if ended || !has {
		asked, p = s, s.PlaceAsked(of)
	}
	i, err := newInvited(c.Door(), asked, c.Language, of, p)
	if err != nil {
		return openapi.ConvocationView{}, err
	}
	state, _ := s.Stands(of, c.Now)
	out := openapi.ConvocationView{
		Season: s.Season.Title, Final: openapi.SeasonFinal(of.Final), Title: i.title(), Player: i.player(of.PlayerID),
		Answer: openapi.ConvocationState(state), AnswerBy: of.AnswerBy.UTC(), Until: i.until(), When: i.when(),
	}
	if i.final != nil {
		out.StartsAt = i.final.StartsAt.UTC()
		out.Venue = openapi.Venue{Name: i.final.VenueName, Address: i.final.VenueAddress, City: i.final.VenueCity}
	}
	if ended || !has {
		out.Ended = i.Explain(why)
		return out, nil
	}
	out.Right, out.Refund, out.RefundExplanation, out.Follows = i.right(), p.Refund, i.Explain(p.RefundGrounds), i.follower(i.follows)
	return out, nil
}
