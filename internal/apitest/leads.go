package apitest

import (
	"strings"

	"referto/frontend/pages"
	"referto/internal/mail"
)

// Lead is an address to which letters of a kind lead.
type Lead struct {
	// Page is the path below [PublicURL], with its fragment. "{tenant}", "{event}", "{season}", "{player}" and "{id}" stand for
	// one part of it each.
	Page string
	// Does names the act that is possible there, or, where there is none, Told the reason for that. One of them is "".
	Does, Told string
}

// Leads are the addresses to which letters lead, by kind. The mailbox of every test reports a letter that leads elsewhere.
var Leads = map[string][]Lead{
	"verify-address":     {{Page: string(pages.ConfirmAddress), Does: "confirm the address"}},
	"already-registered": {{Page: string(pages.SignIn), Does: "sign in, or have a new password set"}},
	"reset-password":     {{Page: string(pages.NewPassword), Does: "set a new password"}},
	"sign-in":            {{Page: string(pages.SignInByLink), Does: "sign in"}},
	"password-changed":   {{Page: string(pages.ForgottenPassword), Does: "set a new password, where somebody else has changed it"}},
	"invitation":         {{Page: string(pages.Invitations), Does: "take the role"}},

	"affiliation-requested": {{Page: "/console/t/{tenant}/clubs", Does: "take the club in, or refuse it"}},
	"affiliation-decided":   {{Page: "/t/{tenant}", Told: "it is decided; the club’s managers see the federation"}},
	"tenant-deletion":       {{Page: "/t/{tenant}" + pages.DeletionPath, Does: "confirm the deletion, or withdraw it"}, {Page: "/", Told: "the tenant is deleted, and has no page"}},
	"platform-access":       {{Page: "/t/{tenant}" + pages.StaffPath, Told: "an operator of the installation has given the access; the page shows all who have some"}},
	"tenant-archive":        {{Page: "/t/{tenant}" + pages.ArchivesPath, Does: "download the archive, or have another one made"}},

	"ban-decided":        {{Page: "/t/{tenant}" + pages.MyRecordPath + "#decided", Does: "read the reason, and object"}, {Page: "/t/{tenant}", Told: "without an account there is nothing of their own; the page says whom to write to"}},
	"leaving-reported":   {{Page: "/t/{tenant}/e/{event}", Told: "the manager decides; the page names who can be asked"}},
	"address-changed":    {{Page: "/t/{tenant}", Told: "the reader may be nobody of the register any more; the page says whom to write to"}},
	"address-to-confirm": {{Page: "/t/{tenant}" + pages.PlayerAddressPath, Does: "confirm the address"}},
	"record-to-claim":    {{Page: string(pages.Records), Does: "claim the record"}},
	"record-news":        {{Page: string(pages.Records), Does: "see the records of the account, and part them from it"}, {Page: "/t/{tenant}", Told: "without an account nothing is theirs; the page says whom to write to"}},

	"event-moved":    {{Page: "/t/{tenant}/e/{event}", Does: "see the new day, and leave or enter"}},
	"entry-promoted": {{Page: "/t/{tenant}/e/{event}", Does: "see the seat, and leave"}, {Page: "/t/{tenant}/e/{event}" + pages.EnterPath, Does: "confirm the seat"}, {Page: "/t/{tenant}" + pages.FormPath, Does: "confirm the seat, or leave"}},
	"form-received":  {{Page: "/t/{tenant}" + pages.FormPath, Does: "confirm the entry, or leave"}},
	"hosting":        {{Page: "/console/t/{tenant}/hosting", Does: "decide about the request"}, {Page: "/console/t/{tenant}/hostings", Does: "answer, change or withdraw the request"}},
	"announcement":   {{Page: "/t/{tenant}/s/{season}", Told: "it is decided; the page shows what holds"}, {Page: "/t/{tenant}/e/{event}", Told: "it is decided; the page shows what holds"}, {Page: "/console/t/{tenant}/events/{event}/setup", Does: "announce the event, whose structure is agreed"}},

	"convocation":        {{Page: "/t/{tenant}" + pages.ConvocationPath, Does: "answer"}},
	"convocation-turned": {{Page: "/t/{tenant}/s/{season}/qualification", Told: "it holds no more, or again; the list shows why"}},
	"refund-moved":       {{Page: "/t/{tenant}" + pages.MyRecordPath + "#refunds", Does: "answer, complete or withdraw the claim"}},
	"reminder":           reminders(),
}

// reminders are the pages of everything that waits.
func reminders() (leads []Lead) {
	for kind, at := range pages.WaitingPages() {
		leads = append(leads, Lead{Page: at, Does: kind})
	}
	return leads
}

// leads reports a message that leads to an address that [Leads] does not name for its kind.
func (m *Mailbox) leads(message mail.Message) {
	m.t.Helper()
	for _, link := range (mail.Received{Text: message.Text}).Links() {
		at, ours := strings.CutPrefix(link, PublicURL)
		if ours && !leadsTo(message.Kind, at) {
			m.t.Errorf("a letter %q leads to %s, which is not among the pages of its kind (apitest.Leads)", message.Kind, at)
		}
	}
}

// leadsTo reports whether letters of a kind may lead to an address below [PublicURL].
func leadsTo(kind, at string) bool {
	at, fragment, _ := strings.Cut(at, "#")
	path, _, _ := strings.Cut(at, "?")
	for _, lead := range Leads[kind] {
		page, part, _ := strings.Cut(lead.Page, "#")
		if part == fragment && fits(page, path) {
			return true
		}
	}
	return false
}

// fits reports whether a path is of a pattern, in which "{…}" stands for one part.
func fits(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		open := strings.HasPrefix(want[i], "{") && got[i] != ""
		if want[i] != got[i] && !open {
			return false
		}
	}
	return true
}
