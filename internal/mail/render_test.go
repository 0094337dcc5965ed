package mail_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/authz"
	"referto/internal/mail"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const page = "https://league.example/verify?t=kX3v_9-q"

var (
	anna  = mail.Address{Name: "Anna Lodi", Mail: "anna@example.it"}
	until = time.Date(2026, 3, 14, 15, 20, 0, 0, time.FixedZone("CET", 3600))
)

// contents has one of each kind, and the forks of their texts.
func contents() []mail.Content {
	return []mail.Content{
		mail.VerifyAddress{Link: page, Until: until},
		mail.AlreadyRegistered{Link: page},
		mail.ResetPassword{Link: page, Until: until},
		mail.PasswordChanged{At: until, Link: page},
		mail.Invitation{Tenant: "Federazione Coloni", Role: "championship-manager", By: "Cesare Lugaresi", Link: page, Until: until},
		mail.Invitation{Tenant: "Federazione Coloni", Role: "first-referee", Over: "Tappa di Aosta", By: "Cesare Lugaresi", Link: page, Until: until},
		mail.AffiliationRequested{Club: "Club dei Dadi", Federation: "Federazione Coloni", By: "Anna Lodi", Link: page},
		mail.AffiliationDecided{Club: "Club dei Dadi", Federation: "Federazione Coloni", Accepted: true, Link: page},
		mail.AffiliationDecided{Club: "Club dei Dadi", Federation: "Federazione Coloni", Reason: "Statute missing", Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "asked", By: "Anna Lodi", Reason: "It has dissolved", Until: until, Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "asked", By: "Anna Lodi", Alone: true, From: until.AddDate(0, 0, -23), Until: until, Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "closed", By: "Anna Lodi", Reason: "It has dissolved", Until: until, Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "week", Until: until, Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "day", Until: until, Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "withdrawn", By: "Anna Lodi", Link: page},
		mail.TenantDeletion{Tenant: "Federazione Coloni", Step: "deleted", Until: until, Link: page},
		mail.PlatformAccess{Tenant: "Federazione Coloni", By: "Opal Gestora", Reason: "A ranking looks wrong", Until: until, Link: page},
		mail.TenantArchive{Tenant: "Federazione Coloni", By: "Anna Lodi", Ready: true, Until: until, Link: page},
		mail.TenantArchive{Tenant: "Federazione Coloni", By: "Anna Lodi", Until: until, Link: page},
		mail.BanDecided{Tenant: "Federazione Coloni", Banned: true, From: until, Until: until.AddDate(0, 3, 0), Events: []string{"Tappa di Aosta", "Tappa di Biella"}, Link: page},
		mail.BanDecided{Tenant: "Federazione Coloni", Banned: true, Some: true, From: until, Link: page},
		mail.BanDecided{Tenant: "Federazione Coloni", Banned: true, Season: "Campionato 2009", From: until, Link: page},
		mail.BanDecided{Tenant: "Federazione Coloni", Link: page},
		mail.LeavingReported{Tenant: "Federazione Coloni", Event: "Tappa di Aosta", Barred: true, Link: page},
		mail.LeavingReported{Tenant: "Federazione Coloni", Event: "Tappa di Aosta", Link: page},
		mail.EventMoved{
			Federation: "Federazione Coloni", Event: "Tappa di Aosta", Was: until, WasAt: "Biblioteca, Aosta", Is: until.AddDate(0, 0, 7), IsAt: "Teatro, Aosta",
			Note: "The hall is closed.", Link: page,
		},
		mail.EventMoved{Federation: "Federazione Coloni", Event: "Tappa di Aosta", Was: until, WasAt: "Biblioteca, Aosta", CalledOff: true, Link: page},
		mail.EntryPromoted{Tenant: "Federazione Coloni", Event: "Tappa di Aosta", When: until, Where: "Biblioteca, Aosta", Link: page},
		mail.EntryPromoted{Tenant: "Federazione Coloni", Event: "Tappa di Aosta", When: until, Where: "Biblioteca, Aosta", Until: until.Add(-26 * time.Hour), Link: page},
		mail.Announcement{
			Tenant: "Federazione Coloni", About: "Campionato 2009", Text: "The season is played from 2009-03-01 to 2009-11-30.", Reason: "The hall is closed.", Link: page,
		},
		mail.Announcement{
			Tenant: "Federazione Coloni", About: "Campionato 2009", Text: "Tournaments not yet started are played by version 2.", Lines: []string{"Field › Min: 12 → 10 (CN09 1.7)", "Time › Limit: none → always (CN09 3.4)"}, Link: page,
		},
		mail.Convocation{
			Tenant: "Federazione Coloni", Season: "Campionato 2009", Title: "Finale nazionale", When: "14.3.2010, 10:00", Where: "Palazzo, Modena", From: "Tappa di Aosta",
			Right: "Won as no. 1 (CN09 1.7)", Refund: "The journey is paid (CN09 1.9)", Until: "1.3.2010, 23:59 (CET)", Next: "Anna Lodi", Rule: "Steps in as no. 2 (CN09 1.9)", Link: page,
		},
		mail.Convocation{
			Tenant: "Federazione Coloni", Season: "Campionato 2009", Title: "Finale nazionale", Right: "Champion (CN09 1.9)", Refund: "The journey is paid (CN09 1.9)",
			Until: "1.3.2010, 23:59 (CET)", Rule: "Nobody may step in (CN09 1.9)", Reminder: true, Link: page,
		},
		mail.ConvocationTurned{
			Tenant: "Federazione Coloni", Season: "Campionato 2009", Title: "Finale di Aosta", Ended: true, Why: "The tournament is invalid and leads nowhere. (CN09 1.11)", Link: page,
		},
		mail.ConvocationTurned{Tenant: "Federazione Coloni", Season: "Campionato 2009", Title: "Finale di Aosta", When: "31.1.2010, 10:00", Link: page},
		mail.Hosting{Club: "Club dei Dadi", Federation: "Federazione Coloni", Event: "Tappa di Aosta", Step: "requested", When: until, Link: page},
		mail.Hosting{Club: "Club dei Dadi", Federation: "Federazione Coloni", Event: "Tappa di Aosta", Step: "refused", When: until, Text: "Too many stages.", Link: page},
		mail.Reminder{Tenant: "Federazione Coloni", Title: "Send the report of Tappa di Aosta", Why: "The results are due by 8.3.2009. (CN09 1.11)", Until: "8.3.2009, 23:59 (CET)", Link: page},
		mail.Reminder{Tenant: "Federazione Coloni", Title: "Send the report of Tappa di Aosta", Why: "The results are due by 8.3.2009. (CN09 1.11)", Until: "8.3.2009, 23:59 (CET)", Overdue: true, Link: page},
		mail.RefundMoved{Tenant: "Federazione Coloni", Season: "Campionato 2009", Player: "Anna Lodi", Step: "asked", Claimed: "43.20", Text: "Which train?", Link: page},
		mail.RefundMoved{Tenant: "Federazione Coloni", Season: "Campionato 2009", Player: "Anna Lodi", Step: "approved", Claimed: "43.20", Amount: "40.00", Rule: "CN09 1.9", Link: page},
		mail.RefundMoved{Tenant: "Federazione Coloni", Season: "Campionato 2009", Player: "Anna Lodi", Step: "refused", Claimed: "43.20", Text: "The journey was not made.", Rule: "CN09 1.9", Link: page},
		mail.RefundMoved{Tenant: "Federazione Coloni", Season: "Campionato 2009", Player: "Anna Lodi", Step: "paid", Claimed: "43.20", Amount: "40.00", Link: page},
		mail.RefundMoved{Tenant: "Federazione Coloni", Season: "Campionato 2009", Player: "Anna Lodi", Step: "failed", Claimed: "43.20", Amount: "40.00", Text: "Account closed", Link: page},
		mail.RefundMoved{Tenant: "Federazione Coloni", Season: "Campionato 2009", Player: "Anna Lodi", Step: "unlisted", Claimed: "43.20", Amount: "40.00", Link: page},
		mail.AddressChanged{Tenant: "Federazione Coloni", At: until, Link: page},
		mail.AddressChanged{Tenant: "Federazione Coloni", At: until, Account: true, Link: page},
		mail.AddressToConfirm{Tenant: "Federazione Coloni", Link: page},
		mail.RecordToClaim{Tenant: "Federazione Coloni", Player: "Ada Lodi", Link: page, Until: until},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "linked", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "claimed", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "refused", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "overtaken", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "unlinked", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "renamed", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "name-refused", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "merged", Link: page},
		mail.RecordNews{Tenant: "Federazione Coloni", Player: "Ada Lodi", What: "unmerged", Link: page},
		mail.Reminder{Tenant: "Federazione Coloni", Title: "Pay approved refunds", Why: "Approved claims wait to be paid. (CN09 1.9)", Link: page},
		mail.SignIn{Link: page, Until: until},
	}
}

func render(t *testing.T, language string, to mail.Address, c mail.Content) mail.Message {
	t.Helper()
	m, err := mail.Render(language, to, c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every message in every language, as people read it.
func TestMessagesGolden(t *testing.T) {
	t.Parallel()
	for _, language := range mail.Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			for _, c := range contents() {
				m := render(t, language, anna, c)
				fmt.Fprintf(&b, "=== %s, %s\n%s\n\n%s\n", m.Kind, m.Language, m.Subject, m.Text)
			}
			golden(t, language+".golden", b.String())
		})
	}
	golden(t, "page.golden", render(t, "en", anna, contents()[8]).HTML)
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), rewrite with -update:\n%s", name, diff)
	}
}

func TestLinkStandsAlone(t *testing.T) {
	t.Parallel()
	for _, language := range mail.Languages() {
		for _, c := range contents() {
			m := render(t, language, anna, c)
			if !strings.Contains(m.Text, "\n\n"+page+"\n") {
				t.Errorf("%s %s: the link does not stand on a line of its own:\n%s", language, m.Kind, m.Text)
			}
			if n := strings.Count(m.HTML, "<a "); n != 1 || !strings.Contains(m.HTML, `<a href="`+page+`">`+page+`</a>`) {
				t.Errorf("%s %s: %d links:\n%s", language, m.Kind, n, m.HTML)
			}
			for _, fetched := range []string{"<img", "<link", "<script", "@import", "url("} {
				if strings.Contains(m.HTML, fetched) {
					t.Errorf("%s %s: the page fetches something: %s", language, m.Kind, fetched)
				}
			}
		}
	}
}

func TestLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{
		"en": "en", "it": "it", "bg": "bg", "it-IT": "it", "IT": "it", "bg-Cyrl-BG": "bg",
		"": "en", "de": "en", "xx-it": "en", "../it": "en",
	} {
		if m := render(t, tag, anna, contents()[0]); m.Language != want {
			t.Errorf("%q: %s, want %s", tag, m.Language, want)
		}
	}
}

func TestEveryRoleHasAName(t *testing.T) {
	t.Parallel()
	table, err := authz.Compile()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range mail.Languages() {
		names := make(map[string]authz.Role)
		for _, r := range authz.Roles() {
			granted := false
			for _, over := range authz.Scopes() {
				granted = granted || table.Grantable(r, over)
			}
			m, err := mail.Render(language, anna, mail.Invitation{Tenant: "T", Role: string(r), By: "B", Link: page, Until: until})
			if granted != (err == nil) {
				t.Errorf("%s %s: granted %t, %v", language, r, granted, err)
			}
			if other, taken := names[m.Subject]; taken && err == nil {
				t.Errorf("%s: %s and %s have one name", language, r, other)
			}
			names[m.Subject] = r
		}
	}
}

func TestNamesBecomeOneLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ rule, name, want string }{
		{"a line break", "Coloni\r\nBcc: all@example.it", "Coloni Bcc: all@example.it"},
		{"a lone return", "Coloni\rBcc: x", "Coloni Bcc: x"},
		{"other line breaks", "A\u2028B\u2029C\u0085D\vE\fF", "A B C D E F"},
		{"NUL and bell", "A\x00B\x07C", "A B C"},
		{"broken UTF-8", "A\xffB", "A B"},
		{"spaces around", "  Coloni \t Italia  ", "Coloni Italia"},
		{"direction turned", "Coloni \u202egpj.exe\u202c \u2066x\u2069", "Coloni gpj.exe x"},
		{"accents and Cyrillic stay", "Società Заселници", "Società Заселници"},
		{"too long", strings.Repeat("ж", 400), strings.Repeat("ж", 299) + "…"},
		{"an encoded word", "=?utf-8?q?a=0Ab?=", "= ?utf-8?q?a=0Ab?="},
		{"markup is text", `<b>"x"</b> & {{.Link}}`, `<b>"x"</b> & {{.Link}}`},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			m := render(t, "en", mail.Address{Name: tt.name, Mail: anna.Mail}, mail.AffiliationDecided{
				Club: tt.name, Federation: "F", Reason: tt.name, Link: page,
			})
			if m.To.Name != tt.want {
				t.Errorf("name %q, want %q", m.To.Name, tt.want)
			}
			if want := "F: the request of " + tt.want + " was refused"; want != m.Subject && len(want) < 300 {
				t.Errorf("subject %q, want %q", m.Subject, want)
			}
			if !strings.Contains(m.Text, "\nReason: "+tt.want+"\n") {
				t.Errorf("text:\n%s", m.Text)
			}
			if strings.Contains(m.HTML, "<b>") {
				t.Errorf("markup from a name:\n%s", m.HTML)
			}
		})
	}
}

func TestRenderRefuses(t *testing.T) {
	t.Parallel()
	for fault, link := range map[string]string{
		"no link":        "",
		"a path":         "/verify?t=1",
		"no host":        "https:///verify",
		"a script":       "javascript:alert(1)",
		"a file":         "file:///etc/passwd",
		"a line break":   "https://league.example/\n\nhttps://evil.example/",
		"a space":        "https://league.example/ x",
		"a quote":        `https://league.example/"onclick="x`,
		"an angle":       "https://league.example/<b>",
		"not an address": "https://%zz",
	} {
		if _, err := mail.Render("en", anna, mail.VerifyAddress{Link: link, Until: until}); !errors.Is(err, mail.ErrMessage) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	for _, address := range badAddresses {
		if _, err := mail.Render("en", mail.Address{Mail: address}, contents()[0]); !errors.Is(err, mail.ErrMessage) {
			t.Errorf("to %q: %v", address, err)
		} else if address != "" && strings.Contains(err.Error(), address) {
			t.Errorf("the error shows the address: %v", err)
		}
	}
	if _, err := mail.Render("en", anna, mail.Invitation{Tenant: "T", Role: "umpire", Link: page}); err == nil {
		t.Error("an unknown role is rendered")
	}
}

var badAddresses = []string{
	"", "anna", "@example.it", "anna@", "anna@example.it, bruno@example.it", "anna@example.it\r\nBcc: x@example.it",
	"<anna@example.it>", "Anna <anna@example.it>", "anna@example.it>", "anna @example.it", "\"a b\"@example.it",
	"anna@example.it\x00", "anna@@example.it", "anna@example.it ", "anna@exam\xffple.it", strings.Repeat("a", 250) + "@example.it",
}

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]mail.Address{
		"noreply@league.example":                          {Mail: "noreply@league.example"},
		"Referto <noreply@league.example>":                {Name: "Referto", Mail: "noreply@league.example"},
		`"Referto, Lega" <noreply@league.example>`:        {Name: "Referto, Lega", Mail: "noreply@league.example"},
		"=?utf-8?q?Citt=C3=A0?= <noreply@league.example>": {Name: "Città", Mail: "noreply@league.example"},
	} {
		if got, err := mail.ParseAddress(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "Referto", "Referto <noreply>", "a@b.it, c@d.it", "=?utf-8?q?a=0Ab?= <noreply@league.example>",
		"a@b.it\r\nBcc: c@d.it", "<a@b.it> x", `"a b"@c.it`,
	} {
		if got, err := mail.ParseAddress(text); !errors.Is(err, mail.ErrMessage) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestBasisOfEveryKind: each kind of letter has a legal basis, and none of today's is for information only.
func TestBasisOfEveryKind(t *testing.T) {
	t.Parallel()
	want := map[string]mail.Basis{
		"verify-address": mail.Contract, "tenant-deletion": mail.Office, "platform-access": mail.Duty, "tenant-archive": mail.Duty, "already-registered": mail.Contract, "reset-password": mail.Contract, "sign-in": mail.Contract, "password-changed": mail.Contract,
		"record-to-claim": mail.Contract, "record-news": mail.Contract, "event-moved": mail.Contract, "entry-promoted": mail.Contract,
		"announcement": mail.Contract, "convocation": mail.Contract, "convocation-turned": mail.Contract, "refund-moved": mail.Contract,
		"ban-decided": mail.Duty, "leaving-reported": mail.Duty, "address-changed": mail.Duty, "address-to-confirm": mail.Duty,
		"invitation": mail.Office, "affiliation-requested": mail.Office, "affiliation-decided": mail.Office, "hosting": mail.Office, "reminder": mail.Office,
	}
	got := map[string]mail.Basis{}
	for _, c := range contents() {
		got[render(t, "en", anna, c).Kind] = mail.BasisOf(c)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bases (-want +got)\n%s", diff)
	}
}
