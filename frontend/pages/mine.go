package pages

import (
	"fmt"
	"io"
	"strings"
	"time"

	"referto/frontend/words"
	"referto/openapi"
)

// Mine is a page of the signed-in person: the API's data about them.
type Mine struct {
	Reader
	// Page is [MyAccount], [Invitations], [Records] or [MyData].
	Page Task
	// After names the act just done, see [AfterConfirming]; Fault the reason why an act failed.
	After, Fault string
	// Key is the idempotency key of the acts on the page, so that a form that is sent twice acts once.
	Key string

	Account     openapi.Account
	Waiting     []openapi.MyWaiting
	Entries     []openapi.MyEntry
	Results     []openapi.MyResult
	Grants      []openapi.MyGrant
	Invitations []openapi.MyInvitation
	Players     []openapi.MyPlayer
	Requests    []openapi.MyPlayerRequest
	Copies      []openapi.DataExport
	// MoreWaiting, MoreEntries and MoreResults continue the lists (?waiting=, ?entries=, ?results=); "" at their ends.
	MoreWaiting, MoreEntries, MoreResults string
	// Accesses are the latest by which offices have seen the person's private data.
	Accesses []openapi.DataAccess
	// Claim is the record that a letter or a printed code leads to.
	Claim Claim
}

// Claim is a record of a tenant that a person claims, by the token of a letter or by a code.
type Claim struct{ Tenant, Token, Code string }

// The acts of the forms on personal pages, as in their field "act".
const (
	ActAccept   = "accept"   // an invitation
	ActPart     = "part"     // a record from the account
	ActWithdraw = "withdraw" // a request about a record
	ActByLink   = "link"     // claim a record by a letter's token
	ActByCode   = "code"     // claim a record by a code
	ActCopy     = "copy"     // ask for a copy of one's data
	ActDelete   = "delete"   // the account
)

// mineModel is the content of templates/mine.html.
type mineModel struct {
	frame
	Heading, Said, Fault, Key   string
	Person, Email               string
	ChangePassword, SignOutAll  string
	Overview, Offered, Recorded bool
	OfData                      bool
	Copies, Accesses            []mineLine
	DataLink                    string
	Waiting, Entries, Results   mineList
	Roles, Offers               []mineLine
	Players, Requests           []mineLine
	RecordsLink, OffersLink     string
	Found                       string
	Action                      string
	Claim                       Claim
	ClaimLead                   string
}

// mineList is a list of things, and the address at which it goes on; "" at its end.
type mineList struct {
	Lines []mineLine
	More  string
}

// mineLine is one thing of a person: its title, place, time, and the possible acts.
type mineLine struct {
	Title, Link, Over, OverLink, State string
	Asked                              string // of a request: the wanted change
	Late                               bool
	// ID names the thing in Tenant that an act changes; "" where nothing can be done.
	ID, Tenant, Sure string
}

// Mine writes a page of the signed-in person.
func (p *Pages) Mine(out io.Writer, v Mine) error {
	w := v.words()
	key := taskTitles[v.Page]
	if key == "" {
		return fmt.Errorf("pages: no page for the task %q", v.Page)
	}
	m := mineModel{
		frame: v.frame(nil, w.Text(key, nil), v.address()), Heading: w.Text(key, nil), Fault: v.Fault, Key: v.Key,
		Person: v.Account.Name, Email: v.Account.Email, ChangePassword: v.Link(string(ChangePassword)), SignOutAll: v.Link(SignOutEverywherePath),
		Overview: v.Page == MyAccount, Offered: v.Page == Invitations, Recorded: v.Page == Records, OfData: v.Page == MyData, DataLink: v.Link(string(MyData)),
		RecordsLink: v.Link(string(Records)), OffersLink: v.Link(string(Invitations)), Found: v.Link(FoundingPath), Action: v.Link(string(v.Page)), Claim: v.Claim,
	}
	m.Unlisted = true
	if key := said(v.After, afterMine[v.Page]...); key != "" {
		m.Said = w.Text(key, nil)
	}
	if v.Claim.Token != "" {
		m.ClaimLead = w.Text("account.link-lead", map[string]any{"tenant": v.Claim.Tenant})
	}
	m.Waiting = mineList{openapi.Each(v.Waiting, v.waiting), v.more("waiting", v.MoreWaiting)}
	m.Entries = mineList{openapi.Each(v.Entries, v.entry), v.more("entries", v.MoreEntries)}
	m.Results = mineList{openapi.Each(v.Results, v.result), v.more("results", v.MoreResults)}
	m.Roles, m.Offers = openapi.Each(v.Grants, v.grant), openapi.Each(v.Invitations, v.offer)
	m.Players, m.Requests = openapi.Each(v.Players, v.player), openapi.Each(v.Requests, v.request)
	m.Copies, m.Accesses = openapi.Each(v.Copies, v.copied), openapi.Each(v.Accesses, v.accessed)
	return p.render(out, m.Lang, "mine", m)
}

// more is the page with a list going on from a cursor; "" without one.
func (v Mine) more(list, cursor string) string {
	if cursor == "" {
		return ""
	}
	return v.link(address{path: string(v.Page), fragment: list}.with(list, cursor))
}

// address returns the address of the page with the reader's parameters, which the switches of language keep.
func (v Mine) address() address {
	at := address{path: string(v.Page)}
	for _, p := range []param{{"tenant", v.Claim.Tenant}, {"token", v.Claim.Token}, {"code", v.Claim.Code}, {"after", v.After}} {
		if p.Value != "" {
			at = at.with(p.Name, p.Value)
		}
	}
	return at
}

// copied is a copy of a person's data, which can be downloaded once it is ready.
func (v Mine) copied(one openapi.DataExport) mineLine {
	w := v.words()
	line := mineLine{Title: w.PlainDate(one.AskedAt.UTC()), State: w.Text("account.copy-"+string(one.State), nil)}
	if one.State == openapi.DataExportStateReady {
		line.Link = string(MyData) + "/" + one.Id.String()
		line.Over = v.until(one.ExpiresAt.UTC())
	}
	return line
}

// accessed is an access of an office holder to private data of the person.
func (v Mine) accessed(one openapi.DataAccess) mineLine {
	w := v.words()
	roles := make([]string, len(one.Roles))
	for i, role := range one.Roles {
		roles[i] = w.Text("role."+string(role), nil)
	}
	by := one.By
	if len(roles) > 0 {
		by += " · " + strings.Join(roles, ", ")
	}
	return mineLine{Title: w.Text("account.access-"+string(one.What), nil), Over: one.Tenant.Name, OverLink: v.home(one.Tenant), State: by, Asked: w.DateTime(one.At.UTC())}
}

func (v Mine) home(t openapi.TenantRef) string { return v.link(tenantAddress(t)) }

func tenantAddress(t openapi.TenantRef) address { return homeAddress(openapi.Tenant{Slug: t.Slug}) }

func (v Mine) waiting(one openapi.MyWaiting) mineLine {
	line := mineLine{Title: one.Waiting.Title, Over: one.Tenant.Name, OverLink: v.home(one.Tenant), State: one.Waiting.Due, Late: one.Waiting.Overdue}
	if at := doneAt(one); at != "" {
		var place address
		place.path, place.fragment, _ = strings.Cut(at, "#")
		line.Link = v.link(place)
	}
	return line
}

// ofTenant and inConsole begin the addresses of pages of a tenant, and of screens of the console about it.
const (
	ofTenant  = "/t/" + waitingTenant
	inConsole = "/console" + ofTenant
)

// waitingPages are the pages on which something that waits is done or looked at, by kind. Refused mail has those of
// [refusedMailPages].
var waitingPages = map[openapi.WaitingKind]string{
	openapi.WaitingKindAnswer:           ofTenant + ConvocationPath,
	openapi.WaitingKindLeaving:          ofTenant + PeoplePath + "#leavings",
	openapi.WaitingKindClaimRefund:      ofTenant + MyRecordPath + "#refunds",
	openapi.WaitingKindCompleteRefund:   ofTenant + MyRecordPath + "#refunds",
	openapi.WaitingKindAnswerRefund:     ofTenant + MyRecordPath + "#refunds",
	openapi.WaitingKindTakeOffPhoto:     ofTenant + PeoplePath + "#photos",
	openapi.WaitingKindDecideClaim:      ofTenant + PeoplePath + "#requests",
	openapi.WaitingKindDecideName:       ofTenant + PeoplePath + "#requests",
	openapi.WaitingKindExpulsion:        ofTenant + PeoplePath + "#expulsions",
	openapi.WaitingKindPayRefunds:       ofTenant + RefundsPath + "#pay",
	openapi.WaitingKindDecideRefund:     ofTenant + RefundsPath + "#decide",
	openapi.WaitingKindReport:           inConsole + EventPath + waitingEvent + ReportPath,
	openapi.WaitingKindAnswerQuestion:   inConsole + EventPath + waitingEvent + ReportPath,
	openapi.WaitingKindReturnPrizes:     inConsole + EventPath + waitingEvent + ReportPath + "#prizes",
	openapi.WaitingKindHomologate:       inConsole + "/homologation/" + waitingEvent,
	openapi.WaitingKindDecideHosting:    inConsole + "/hosting",
	openapi.WaitingKindDecideMembership: inConsole + "/clubs",
	openapi.WaitingKindAnswerHosting:    inConsole + "/hostings",
	openapi.WaitingKindConvoke:          inConsole + "/finals",
	openapi.WaitingKindLapse:            inConsole + "/finals",
	openapi.WaitingKindNameRegion:       inConsole + "/finals",
	openapi.WaitingKindDecide:           inConsole + "/finals",
	openapi.WaitingKindAnnounceFinal:    inConsole + "/finals",
	openapi.WaitingKindCorrectFinal:     ofTenant + EventPath + waitingEvent + ReportPath,
	openapi.WaitingKindAnnounce:         inConsole + EventPath + waitingEvent + "/setup",
	openapi.WaitingKindOutsideSeason:    ofTenant + EventPath + waitingEvent,
	openapi.WaitingKindApproveStructure: inConsole + EventPath + waitingEvent + "/setup#structure",
	openapi.WaitingKindCheckEntry:       inConsole + EventPath + waitingEvent + "/entries",
}

// refusedMailPages are the pages that show why a letter was refused and let the staff change the address, by the
// resource of the API that reports it.
var refusedMailPages = map[string]string{
	"invitations":     ofTenant + StaffPath,
	"staff":           ofTenant + StaffPath,
	"players":         ofTenant + PeoplePath + "/" + waitingID,
	"leaving-reports": ofTenant + PeoplePath + "#leavings",
	"convocations":    inConsole + "/finals#sent",
}

// refusedMail begins the names of those pages among [WaitingPages].
const refusedMail = string(openapi.WaitingKindMailRefused) + "/"

// waitingTenant, waitingEvent and waitingID are placeholders in the address of a page for the short name of the
// tenant, the id of the event of a task, and the id at the end of the task's address in the API.
const (
	waitingTenant = "{tenant}"
	waitingEvent  = "{event}"
	waitingID     = "{id}"
)

// WaitingPages returns the pages on which pending tasks are done or viewed, by kind. In their addresses "{tenant}"
// stands for the short name of the tenant, and "{event}" for the id of the event if the task concerns one. Refused
// mail has a page for each resource of the API that reports it ("mail-refused/players"), in which "{id}" stands for
// the id at the end of that address.
func WaitingPages() map[string]string {
	all := make(map[string]string, len(waitingPages)+len(refusedMailPages))
	for kind, at := range waitingPages {
		all[string(kind)] = at
	}
	for part, at := range refusedMailPages {
		all[refusedMail+part] = at
	}
	return all
}

// doneAt returns the page on which a pending task is done or viewed; "" if there is none yet.
func doneAt(one openapi.MyWaiting) string {
	at, id := waitingPages[one.Waiting.Kind], ""
	if one.Waiting.Kind == openapi.WaitingKindMailRefused {
		parts := strings.Split(one.Waiting.Resource, "/")
		id = parts[len(parts)-1]
		if at = refusedMailPages[id]; at == "" && len(parts) > 1 {
			at = refusedMailPages[parts[len(parts)-2]]
		}
	}
	return strings.NewReplacer(waitingTenant, one.Tenant.Slug, waitingEvent, one.Waiting.Event.Id.String(), waitingID, id).Replace(at)
}

func (v Mine) event(t openapi.TenantRef, e openapi.EventSummary) mineLine {
	title := e.Title + ", " + v.words().ShortDate(e.LocalDate.Time)
	return mineLine{Title: title, Link: v.link(eventAddress(openapi.Tenant{Slug: t.Slug}, openapi.Event{Slug: e.Slug})), Over: t.Name, OverLink: v.home(t)}
}

func (v Mine) entry(one openapi.MyEntry) mineLine {
	line := v.event(one.Tenant, one.Event)
	line.State = v.words().Text("entry-state."+string(one.Entry.State), nil)
	return line
}

func (v Mine) result(one openapi.MyResult) mineLine {
	line, w := v.event(one.Tenant, one.Event), v.words()
	line.State = w.Text("account.unranked", nil)
	if one.Result.Rank > 0 {
		line.State = w.Text("account.rank", map[string]any{"rank": one.Result.Rank, "count": one.Result.Players})
	}
	return line
}

func (v Mine) grant(one openapi.MyGrant) mineLine {
	return mineLine{Title: roleName(v.words(), one.Role), Over: over(one.Over, one.Tenant.Name), OverLink: v.home(one.Tenant), State: v.until(one.Until)}
}

func (v Mine) offer(one openapi.MyInvitation) mineLine {
	return mineLine{
		Title: roleName(v.words(), one.Role), Over: over(one.Over, one.Tenant.Name), OverLink: v.home(one.Tenant),
		State: v.until(one.ExpiresAt), ID: one.Id.String(),
	}
}

func (v Mine) until(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return v.words().Text("account.until", map[string]any{"date": v.words().PlainDate(at)})
}

func (v Mine) player(one openapi.MyPlayer) mineLine {
	tenant := openapi.Tenant{Slug: one.Tenant.Slug}
	return mineLine{
		Title: one.Player.Name, Link: v.link(address{path: homeAddress(tenant).path + MyRecordPath}), Over: one.Tenant.Name, OverLink: v.home(one.Tenant), State: one.Player.Club,
		ID: one.Tenant.Slug, Sure: v.words().Text("account.record-unlink-sure", map[string]any{"name": one.Player.Name}),
	}
}

func (v Mine) request(one openapi.MyPlayerRequest) mineLine {
	w, r := v.words(), one.Request
	what := w.Text("account.request-claim", nil)
	if r.Kind == openapi.PlayerRequestKindName {
		what = w.Text("account.request-name", map[string]any{"name": r.Name})
	}
	line := mineLine{Title: r.Player.Name, Asked: what, Over: what + " · " + one.Tenant.Name, OverLink: v.home(one.Tenant), Tenant: one.Tenant.Slug}
	line.State = strings.Join(present(w.Text("account.request-"+string(r.Outcome), nil), r.Reason), ": ")
	if r.Outcome == openapi.PlayerRequestOutcomeOpen {
		line.ID = r.Id.String()
	}
	return line
}

func roleName(w *words.Words, role openapi.Role) string {
	if key := "role." + string(role); w.Has(key) {
		return capital(w.Text(key, nil))
	}
	return string(role)
}

// over names the scope of a role: a part of a tenant, or all of it.
func over(part, tenant string) string { return strings.Join(present(part, tenant), " · ") }
