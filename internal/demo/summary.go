package demo

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Summary helps a visitor of the demo federation: the pages and the accounts.
type Summary struct {
	Server  string // address, without a slash at the end
	Pages   []Page
	SignIns []SignIn
}

// Page is a public page.
type Page struct {
	Title string
	Path  string // below the server's address
}

// SignIn is an account that a visitor can use.
type SignIn struct {
	Name, Role, Mail, Password string
}

// summary is the same for every server.
func summary(server string) Summary {
	s := Summary{Server: server, Pages: []Page{
		{federationName, "/t/" + federationSlug + "/"},
		{"The season: who has qualified", "/t/" + federationSlug + "/s/" + seasonSlug + "/qualification"},
		{"The season: its calendar", "/t/" + federationSlug + "/s/" + seasonSlug},
		{"The season before: who had his journey paid", "/t/" + federationSlug + "/s/" + beforeSlug + "/final"},
		{"Aosta, CN09, finished", "/t/" + federationSlug + "/e/" + aostaSlug},
		{"Bologna, CN09, in its second round", "/t/" + federationSlug + "/e/" + bolognaSlug},
		{"Torino, CN09, open for entries", "/t/" + federationSlug + "/e/" + torinoSlug},
		{"Firenze, FG14, finished with two prizes", "/t/" + federationSlug + "/e/" + firenzeSlug},
		{"Modena, JP22, in its last lap", "/t/" + federationSlug + "/e/" + modenaSlug},
		{"Bologna, BG, finished without a final", "/t/" + federationSlug + "/e/" + corviSlug},
		{"Parma, SQ00, in its second round", "/t/" + federationSlug + "/e/" + parmaSlug},
		{"A RisiKo! club", "/t/" + armySlug + "/"},
		{"Its series of evenings", "/t/" + armySlug + "/series/" + seriesSlug},
		{leagueName, "/t/" + leagueSlug + "/"},
		{"The Bulgarian ranking, ten years to 300 points", "/t/" + leagueSlug + "/rankings/" + rankingSlug},
		{"The Bulgarian ranking: its hall", "/t/" + leagueSlug + "/rankings/" + rankingSlug + "/hall"},
		{"Sofia, BG, in its second round", "/t/" + leagueSlug + "/e/" + sofiaSlug},
	}}
	for _, a := range cast {
		s.SignIns = append(s.SignIns, SignIn{Name: a.name, Role: a.part, Mail: a.mail, Password: password})
	}
	return s
}

// String is the summary in lines for a terminal.
func (s Summary) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "\nDemo federation")
	for _, p := range s.Pages {
		fmt.Fprintf(w, "  %s\t%s%s\n", p.Title, s.Server, p.Path)
	}
	fmt.Fprintln(w, "\nSign-ins\t(mail, password)")
	for _, a := range s.SignIns {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", a.Role, a.Mail, a.Password, a.Name)
	}
	w.Flush()
	return b.String()
}
