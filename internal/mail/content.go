package mail

import (
	"slices"
	"time"
)

// Content fills a message: one of the types of this file. Strings that come from people
// may hold anything.
type Content interface {
	// kind names the template and the message's kind.
	kind() string
	// target is the address of the page the message leads to, "" if to none.
	target() string
	// clean returns the content with every text from people made one line.
	clean() Content
}

// VerifyAddress asks a new account to prove its address. Kind "verify-address".
type VerifyAddress struct {
	Link  string
	Until time.Time // in the reader's zone, if known
}

// AlreadyRegistered answers a sign-up with an address that has an account, so that
// the sign-up itself need not say so. Kind "already-registered".
type AlreadyRegistered struct {
	Link string // where to sign in or reset the password
}

// ResetPassword lets a person choose a new password. Kind "reset-password".
type ResetPassword struct {
	Link  string
	Until time.Time
}

// SignIn lets a person sign in without the password. Kind "sign-in".
type SignIn struct {
	Link  string
	Until time.Time
}

// PasswordChanged notifies a person that it happened. Kind "password-changed".
type PasswordChanged struct {
	At   time.Time
	Link string // for a new reset if another person has changed it
}

// Invitation offers a role in a tenant. Kind "invitation".
type Invitation struct {
	Tenant string
	Role   string // as in package authz, such as "first-referee"
	Over   string // the region's or event's name; "" for the whole tenant
	By     string // the inviting person
	Link   string
	Until  time.Time
}

// AffiliationRequested notifies a federation that a club wants to join. Kind
// "affiliation-requested".
type AffiliationRequested struct {
	Club, Federation string
	By               string // the asking person, for the club
	Link             string
}

// AffiliationDecided notifies a club of the answer. Kind
// "affiliation-decided".
type AffiliationDecided struct {
	Club, Federation string
	Accepted         bool
	Reason           string // may be empty
	Link             string
}

// TenantDeletion notifies a manager of a tenant of a step of its deletion. Kind "tenant-deletion".
type TenantDeletion struct {
	Tenant string
	Step   string // asked, closed, week, day, withdrawn or deleted
	By     string // the person who took the step, "" for the program
	Reason string // may be empty
	Alone  bool   // only the asking manager can confirm, from From on
	From   time.Time
	Until  time.Time // deadline to confirm or withdraw; for a done deletion, its time
	Link   string
}

// PlatformAccess notifies a manager of a tenant that an operator of the installation may read its data. Kind
// "platform-access".
type PlatformAccess struct {
	Tenant string
	By     string
	Reason string
	Until  time.Time
	Link   string
}

// TenantArchive notifies a manager of a tenant that an archive of the tenant is ready, or could not be made. Kind
// "tenant-archive".
type TenantArchive struct {
	Tenant string
	By     string // the asking person, the only one who can download it
	Ready  bool
	Until  time.Time // it can be fetched
	Link   string
}

// BanDecided notifies a person of the first and last day of their ban, or that they are no longer banned. It does not
// contain the reason, which they can read after signing in. Kind "ban-decided".
type BanDecided struct {
	Tenant      string
	Banned      bool
	Some        bool      // from some kinds of tournaments, not from all
	Season      string    // the ban covers its tournaments; "" for no particular season
	From, Until time.Time // days; the zero Until is no end
	Events      []string  // titles of those from which their entry was cancelled
	Link        string
}

// AddressChanged notifies a person that a tenant's register has another mail address of them. It does not contain the
// new one, because the old mailbox may belong to another person by now. Kind "address-changed".
type AddressChanged struct {
	Tenant  string
	At      time.Time
	Account bool // they have one, to whose address letters go as before
	Link    string
}

// AddressToConfirm asks at an address that a tenant has noted of a person whether it is
// theirs. Kind "address-to-confirm".
type AddressToConfirm struct {
	Tenant string
	Link   string
}

// RecordToClaim offers the reader of the mail of a record of a register to link it with their account. Kind
// "record-to-claim".
type RecordToClaim struct {
	Tenant string
	Player string // name in the register
	Link   string
	Until  time.Time
}

// RecordNews notifies a person of the outcome for a record of a register that is theirs, or that they have claimed.
// Kind "record-news".
type RecordNews struct {
	Tenant string
	Player string // name in the register
	// What names the news: linked, claimed (sent to the address of the record), refused,
	// overtaken, unlinked, renamed, name-refused, merged (with another record of theirs) or
	// unmerged.
	What string
	Link string
}

// EventMoved notifies an entrant or a member of the staff of an event that it was moved or called off. Kind
// "event-moved".
type EventMoved struct {
	Federation, Event string
	Was, Is           time.Time // at the venue; Is is zero when it was called off
	WasAt, IsAt       string    // places
	CalledOff         bool
	Note              string // of the federation; may be empty
	Link              string
}

// EntryPromoted notifies a person on a waiting list that they have a seat. Kind "entry-promoted".
type EntryPromoted struct {
	Tenant, Event string
	When          time.Time // at the venue
	Where         string
	Until         time.Time // when the seat has to be confirmed; zero where it is theirs at once
	Link          string
}

// FormReceived asks the sender of an entry form without an account to confirm the address, or sends the link to the
// state of the entry. Kind "form-received".
type FormReceived struct {
	Tenant, Event string
	When          time.Time // at the venue
	Where         string
	Seat          bool      // a seat is held; else it goes to the waiting list
	Confirmed     bool      // it is an entry already
	Until         time.Time // when it has to be confirmed; the time of the reader's tenant
	Link          string
}

// Announcement notifies the people concerned of a change to a season or an event. Its texts are in their language
// already. Kind "announcement".
type Announcement struct {
	Tenant, About string   // the season or the event
	Text          string   // the new state
	Reason        string   // may be empty
	Lines         []string // the difference, one by one; may be empty
	Link          string
}

// Convocation asks a person whether they come to a final, or reminds them of it. Its texts are in their language
// already. Kind "convocation".
type Convocation struct {
	Tenant, Season string
	Title          string // of the final
	When, Where    string // "" before they are known
	From           string // title of the event from which the place comes; "" for none
	Right          string // how they came to the place, with the paragraph
	Refund         string // whether their journey is paid, with the paragraph
	Until          string // when the answer is due
	Next           string // name of the next in line; "" for none
	Rule           string // the rule for the next in line, or why there is none
	Reminder       bool
	Link           string
}

// ConvocationTurned notifies a person that their convocation to a final is no longer valid, or that it is valid
// again. Its texts are in their language already. Kind "convocation-turned".
type ConvocationTurned struct {
	Tenant, Season string
	Title          string // of the final
	When           string // "" before it is known
	Ended          bool
	Why            string // it has ended, with the paragraph
	Link           string // to the list of places
}

// Hosting is a letter about a club's request to hold an event. It notifies the person who decides, or those who
// asked, of the last step. Kind "hosting".
type Hosting struct {
	Club, Federation, Event string
	Step                    string    // as in package leaguedb, such as "requested"
	When                    time.Time // of the event, at its venue
	Text                    string    // question, answer or reason; may be empty
	Link                    string
}

// Reminder notifies a person of a pending task. Its texts are in their language already. Kind "reminder".
type Reminder struct {
	Tenant  string
	Title   string // the task
	Why     string // with the paragraph
	Until   string // "" where no time is given
	Overdue bool
	Link    string
}

// RefundMoved notifies the claimants of a travel refund of a decision. Kind "refund-moved".
type RefundMoved struct {
	Tenant, Season string
	Player         string // the traveller
	Step           string // asked, approved, refused, paid, failed, or unlisted: the order to the bank is cancelled
	Claimed        string // exact decimal in euros
	Amount         string // the same: approved or paid; "" when asked or refused
	Text           string // question or reason
	Rule           string // code and paragraph; "" for none
	Link           string
}

// LeavingReported notifies a person that it was reported that they left a tournament without
// good reason. Kind "leaving-reported".
type LeavingReported struct {
	Tenant string
	Event  string // its title
	Barred bool   // they may not enter until it is decided
	Link   string
}

func (VerifyAddress) kind() string        { return "verify-address" }
func (AlreadyRegistered) kind() string    { return "already-registered" }
func (ResetPassword) kind() string        { return "reset-password" }
func (SignIn) kind() string               { return "sign-in" }
func (PasswordChanged) kind() string      { return "password-changed" }
func (Invitation) kind() string           { return "invitation" }
func (AffiliationRequested) kind() string { return "affiliation-requested" }
func (AffiliationDecided) kind() string   { return "affiliation-decided" }
func (TenantDeletion) kind() string       { return "tenant-deletion" }
func (PlatformAccess) kind() string       { return "platform-access" }
func (TenantArchive) kind() string        { return "tenant-archive" }
func (BanDecided) kind() string           { return "ban-decided" }
func (LeavingReported) kind() string      { return "leaving-reported" }
func (AddressChanged) kind() string       { return "address-changed" }
func (AddressToConfirm) kind() string     { return "address-to-confirm" }
func (RecordToClaim) kind() string        { return "record-to-claim" }
func (RecordNews) kind() string           { return "record-news" }
func (EventMoved) kind() string           { return "event-moved" }
func (EntryPromoted) kind() string        { return "entry-promoted" }
func (FormReceived) kind() string         { return "form-received" }
func (Hosting) kind() string              { return "hosting" }

func (Announcement) kind() string      { return "announcement" }
func (Convocation) kind() string       { return "convocation" }
func (ConvocationTurned) kind() string { return "convocation-turned" }
func (RefundMoved) kind() string       { return "refund-moved" }
func (Reminder) kind() string          { return "reminder" }

func (c VerifyAddress) target() string        { return c.Link }
func (c AlreadyRegistered) target() string    { return c.Link }
func (c ResetPassword) target() string        { return c.Link }
func (c SignIn) target() string               { return c.Link }
func (c PasswordChanged) target() string      { return c.Link }
func (c Invitation) target() string           { return c.Link }
func (c AffiliationRequested) target() string { return c.Link }
func (c AffiliationDecided) target() string   { return c.Link }
func (c TenantDeletion) target() string       { return c.Link }
func (c PlatformAccess) target() string       { return c.Link }
func (c TenantArchive) target() string        { return c.Link }
func (c BanDecided) target() string           { return c.Link }
func (c LeavingReported) target() string      { return c.Link }
func (c AddressChanged) target() string       { return c.Link }
func (c AddressToConfirm) target() string     { return c.Link }
func (c RecordToClaim) target() string        { return c.Link }
func (c RecordNews) target() string           { return c.Link }
func (c EventMoved) target() string           { return c.Link }
func (c EntryPromoted) target() string        { return c.Link }
func (c FormReceived) target() string         { return c.Link }
func (c Hosting) target() string              { return c.Link }

func (c Announcement) target() string      { return c.Link }
func (c Convocation) target() string       { return c.Link }
func (c ConvocationTurned) target() string { return c.Link }
func (c RefundMoved) target() string       { return c.Link }
func (c Reminder) target() string          { return c.Link }

func (c VerifyAddress) clean() Content     { return c }
func (c AlreadyRegistered) clean() Content { return c }
func (c ResetPassword) clean() Content     { return c }
func (c SignIn) clean() Content            { return c }
func (c PasswordChanged) clean() Content   { return c }

func (c Invitation) clean() Content {
	c.Tenant, c.Over, c.By = line(c.Tenant), line(c.Over), line(c.By)
	return c
}

func (c AffiliationRequested) clean() Content {
	c.Club, c.Federation, c.By = line(c.Club), line(c.Federation), line(c.By)
	return c
}

func (c AffiliationDecided) clean() Content {
	c.Club, c.Federation, c.Reason = line(c.Club), line(c.Federation), line(c.Reason)
	return c
}

func (c TenantDeletion) clean() Content {
	c.Tenant, c.By, c.Reason = line(c.Tenant), line(c.By), line(c.Reason)
	return c
}

func (c PlatformAccess) clean() Content {
	c.Tenant, c.By, c.Reason = line(c.Tenant), line(c.By), line(c.Reason)
	return c
}

func (c TenantArchive) clean() Content {
	c.Tenant, c.By = line(c.Tenant), line(c.By)
	return c
}

func (c BanDecided) clean() Content {
	c.Tenant, c.Season, c.Events = line(c.Tenant), line(c.Season), slices.Clone(c.Events)
	for i := range c.Events {
		c.Events[i] = line(c.Events[i])
	}
	return c
}

func (c LeavingReported) clean() Content {
	c.Tenant, c.Event = line(c.Tenant), line(c.Event)
	return c
}

func (c AddressChanged) clean() Content {
	c.Tenant = line(c.Tenant)
	return c
}

func (c AddressToConfirm) clean() Content {
	c.Tenant = line(c.Tenant)
	return c
}

func (c RecordToClaim) clean() Content {
	c.Tenant, c.Player = line(c.Tenant), line(c.Player)
	return c
}

func (c RecordNews) clean() Content {
	c.Tenant, c.Player = line(c.Tenant), line(c.Player)
	return c
}

func (c EventMoved) clean() Content {
	c.Federation, c.Event, c.WasAt, c.IsAt, c.Note = line(c.Federation), line(c.Event), line(c.WasAt), line(c.IsAt), line(c.Note)
	return c
}

func (c EntryPromoted) clean() Content {
	c.Tenant, c.Event, c.Where = line(c.Tenant), line(c.Event), line(c.Where)
	return c
}

func (c FormReceived) clean() Content {
	c.Tenant, c.Event, c.Where = line(c.Tenant), line(c.Event), line(c.Where)
	return c
}

func (c Announcement) clean() Content {
	c.Tenant, c.About, c.Text, c.Reason, c.Lines = line(c.Tenant), line(c.About), line(c.Text), line(c.Reason), slices.Clone(c.Lines)
	for i := range c.Lines {
		c.Lines[i] = line(c.Lines[i])
	}
	return c
}

func (c Convocation) clean() Content {
	for _, text := range []*string{&c.Tenant, &c.Season, &c.Title, &c.When, &c.Where, &c.From, &c.Right, &c.Refund, &c.Until, &c.Next, &c.Rule} {
		*text = line(*text)
	}
	return c
}

func (c ConvocationTurned) clean() Content {
	for _, text := range []*string{&c.Tenant, &c.Season, &c.Title, &c.When, &c.Why} {
		*text = line(*text)
	}
	return c
}

func (c Hosting) clean() Content {
	c.Club, c.Federation, c.Event, c.Text = line(c.Club), line(c.Federation), line(c.Event), line(c.Text)
	return c
}

func (c Reminder) clean() Content {
	c.Tenant, c.Title, c.Why, c.Until = line(c.Tenant), line(c.Title), line(c.Why), line(c.Until)
	return c
}

func (c RefundMoved) clean() Content {
	c.Tenant, c.Season, c.Player, c.Text = line(c.Tenant), line(c.Season), line(c.Player), line(c.Text)
	return c
}
