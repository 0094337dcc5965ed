package letters

import (
	"context"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/league/views"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ConvocationLetter asks a player whether they come to a final.
type ConvocationLetter struct {
	Tenant      uuid.UUID       `json:"tenant"`
	Season      league.SeasonID `json:"season"`
	Convocation uuid.UUID       `json:"convocation"`
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (ConvocationLetter) Kind() string { return "letter.convocation" }

// ConvocationReminder reminds a player who has not answered. It waits until it is due.
type ConvocationReminder ConvocationLetter

// Kind names the job.
func (ConvocationReminder) Kind() string { return "letter.convocation-reminder" }

// ConvocationTurn notifies a player that their convocation no longer holds, or holds again.
type ConvocationTurn struct {
	Tenant      uuid.UUID       `json:"tenant"`
	Season      league.SeasonID `json:"season"`
	Convocation uuid.UUID       `json:"convocation"`
	Ended       bool            `json:"ended"`
	// After is the confirmed change of address for which it has waited.
	After uuid.UUID `json:"after,omitzero"`
}

// Kind names the job.
func (ConvocationTurn) Kind() string { return "letter.convocation-turn" }

// convocationPage is the address to which the link of a letter leads, in the tenant's pages.
const convocationPage = "/convocation"

// convocationOffice writes to convoked players.
type convocationOffice struct{ Office }

func (o convocationOffice) register(h *outbox.Handlers) {
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
func (o convocationOffice) season(ctx context.Context, tenant uuid.UUID, season league.SeasonID) (*tenantdb.Reader, *register.Season, error) {
	door, err := tenantdb.Read(ctx, o.DB, tenant, nil)
	if err != nil {
		return nil, nil, err
	}
	s, err := o.Desk.ViewSeason(door, season)
	return door, s, err
}

// turn writes that a convocation no longer holds, or holds again, if that is still so: a later change has a
// letter of its own.
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
		return o.hold(ctx, job.Tenant, c.PlayerID, job)
	}
	i, err := NewInvited(door, s, to.Language, c.Convocation, s.PlaceAsked(c.Convocation))
	if err != nil {
		return err
	}
	content := mail.ConvocationTurned{
		Tenant: to.Tenant, Season: s.Season.Title, Title: i.Title(), When: i.When(), Ended: ended,
		Link: o.PublicURL + "/t/" + to.Slug + "/s/" + s.Season.Slug + "/qualification",
	}
	if ended {
		content.Why = cited(i.Explain(why))
	}
	return o.deliver(ctx, convocationMail(id, ConvocationLetter{Tenant: job.Tenant, Convocation: job.Convocation}, *to, content), c.PlayerID, job)
}

// convocationMail is a letter about a convocation.
func convocationMail(id string, job ConvocationLetter, to leaguedb.Addressee, content mail.Content) maildb.Letter {
	return maildb.Letter{
		ID: id, Tenant: job.Tenant, About: matter.Matter{Kind: matter.Convocation, ID: job.Convocation}, Account: to.Account,
		Language: to.Language, To: mail.Address{Name: to.Name, Mail: to.Email}, Content: content,
	}
}

// remind writes to a player who has not answered, once.
func (o convocationOffice) remind(ctx context.Context, id string, job ConvocationLetter) error {
	_, s, err := o.season(ctx, job.Tenant, job.Season)
	if err != nil {
		return err
	}
	now := o.Now()
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
	return tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.MarkReminded(b, c.ID, now.UTC())
		desk.TouchSeason(tx, s.Season.ID)
		return tx.Send(b)
	})
}

// write writes a letter with a link of its own, as long as an answer is expected. It reports whether the letter
// is held until the address is confirmed: such a letter is not stored, because all letters that wait for an
// answer are written when the address is confirmed.
func (o convocationOffice) write(ctx context.Context, id string, job ConvocationLetter, reminder bool) (held bool, err error) {
	door, s, err := o.season(ctx, job.Tenant, job.Season)
	if err != nil {
		return false, err
	}
	c, p, waits := s.Waits(job.Convocation, o.Now())
	about := matter.Matter{Kind: matter.Convocation, ID: job.Convocation}
	if !waits {
		return false, o.forgo(ctx, job.Tenant, about)
	}
	var to *leaguedb.Addressee
	b := &tenantdb.Batch{}
	leaguedb.LoadAddressee(b, &to, c.PlayerID)
	if err := door.Send(b); err != nil {
		return false, err
	}
	if to == nil {
		return false, o.forgo(ctx, job.Tenant, about)
	}
	if to.Waits {
		return true, o.hold(ctx, job.Tenant, c.PlayerID, nil)
	}
	i, err := NewInvited(door, s, to.Language, c, p)
	if err != nil {
		return false, err
	}
	link := token.NewLink()
	err = tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.AddAnswerLink(b, link.Hash[:], c.ID, o.Now().UTC())
		return tx.Send(b)
	})
	if err != nil {
		return false, err
	}
	at := o.PublicURL + "/t/" + to.Slug + convocationPage + "?lang=" + url.QueryEscape(to.Language) + "&token=" + url.QueryEscape(link.Text)
	return false, o.deliver(ctx, convocationMail(id, job, *to, i.letter(to.Tenant, at, reminder)), c.PlayerID, nil)
}

// Linked finds the convocation that the secret of a letter's link is about. It returns [authzdb.ErrLink] for
// any other text.
func Linked(door tenantdb.Door, text string) (leaguedb.LinkedConvocation, error) {
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

// invited is a convoked player, with everything that they need to know to answer, in their language.
type invited struct {
	views.RegisterView
	convocation facts.Convocation
	place       season.Place
	Final       *facts.Event // nil before it is announced
	Follows     register.Follow
}

// NewInvited collects the content of a letter or page about a convocation: the final, the place and the person
// whom the player follows in it.
func NewInvited(door tenantdb.Door, s *register.Season, language string, c facts.Convocation, p season.Place) (invited, error) {
	i := invited{convocation: c, place: p, Final: s.FinalOf(p)}
	switch {
	case len(p.Steps) == 0: // it is in the register no more
	case p.Holder == c.PlayerID:
		i.Follows = s.Follows(p)
	default:
		i.Follows = register.Follow{Player: p.Holder, Grounds: p.Steps[len(p.Steps)-1].Grounds}
	}
	v, err := views.NewRegisterView(door, s, language, views.Reader{}, []season.Place{p}, c.PlayerID, i.Follows.Player)
	i.RegisterView = v
	return i, err
}

// Title is the title of the final in words.
func (i invited) Title() string {
	kind := i.W.Text("event-kind."+i.convocation.Final, nil)
	if i.Final != nil {
		return i.Final.Title
	}
	if r := i.RegionView(i.Host(i.place)); r.Name != "" {
		return kind + ": " + r.Name
	}
	return kind
}

// When is day and time of the final at its venue, "" before they are known.
func (i invited) When() string {
	if i.Final == nil {
		return ""
	}
	return i.W.DateTime(i.Final.StartsAt.In(i.Final.Location()))
}

// Until is the deadline of the answer in words.
func (i invited) Until() string { return i.W.Moment(i.convocation.AnswerBy.In(i.Zone(i.place))) }

// Right explains how they came to the place: the step that gave it to them.
func (i invited) Right() openapi.Explanation {
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
		Tenant: tenant, Season: i.Season.Season.Title, Title: i.Title(), When: i.When(), Right: cited(i.Right()),
		Refund: cited(i.Explain(i.place.RefundGrounds)), Until: i.Until(), Next: i.Player(i.Follows.Player).Name, Rule: cited(i.Explain(i.Follows.Grounds)),
		Reminder: reminder, Link: link,
	}
	if e := i.EventView(i.place.Origin.Event); e.Title != "" {
		m.From = e.Title
	}
	if i.Final != nil {
		m.Where = i.Final.VenueName + ", " + i.Final.VenueCity
	}
	return m
}
