package serve

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/openapi"
)

// mostMemberships bounds the history of a person, as the contract does.
const mostMemberships = 100

// loadClubs asks the API for the clubs of a person over time, and for all clubs that the forms about them offer.
func (s *site) loadClubs(v visit, page *pages.Person) (*openapi.Problem, error) {
	asks, of := s.caller(v, true), tenantPath(v)
	page.MayKeepClubs = s.overTenant(v, "club:write")
	problem, err := asks.read(read{of + "/players/" + page.Player.Id.String() + "/memberships", &page.Memberships})
	if !page.MayCorrect && !page.MayKeepClubs {
		return problem, err
	}
	for cursor := ""; problem == nil && err == nil; {
		var part openapi.PlayerClubPage
		problem, err = asks.read(read{of + "/player-clubs?closed=true&limit=100" + cursor, &part})
		page.Clubs = append(page.Clubs, part.Items...)
		if part.NextCursor == "" {
			break
		}
		cursor = "&cursor=" + url.QueryEscape(part.NextCursor)
	}
	return problem, err
}

// clubDeed returns the operation for a form about the clubs of a person; without a method if the form is none of these.
func clubDeed(player string, sent url.Values) deed {
	path := "/players/" + player
	switch sent.Get("act") {
	case pages.ActTransfer:
		body := filled(sent, "day", "reason")
		body[pages.FieldClub] = sent.Get(pages.FieldClub) // without one the transfer would be a leaving
		return deed{method: http.MethodPost, path: path + "/transfers", body: body}
	case pages.ActLeaveClub:
		return deed{method: http.MethodPost, path: path + "/transfers", body: filled(sent, "day", "reason")}
	case pages.ActTakeBackClub, pages.ActCorrectClubs:
		body := filled(sent, "reason")
		list := []map[string]string{}
		for _, n := range membershipsSent(sent) {
			one := map[string]string{}
			for _, name := range []string{pages.FieldClub, pages.FieldFrom, pages.FieldUntil} {
				if value := sent.Get(pages.MembershipField(name, n)); value != "" {
					one[name] = value
				}
			}
			list = append(list, one)
		}
		body["memberships"] = list
		version := sent.Get("version")
		if sent.Get(pages.FieldOver) == "true" {
			version = sent.Get(pages.FieldCurrent)
		}
		return deed{method: http.MethodPut, path: path + "/memberships", match: strconv.Quote(version), body: body}
	}
	return deed{}
}

// membershipsSent returns the numbers of the memberships of a form that hold anything and are not left out. So many
// rows more than a history may have are read as the form has, so that the API says that there are too many.
func membershipsSent(sent url.Values) (numbers []int) {
	for n := range mostMemberships + pages.EmptyRows {
		club := sent.Get(pages.MembershipField(pages.FieldClub, n))
		days := sent.Get(pages.MembershipField(pages.FieldFrom, n)) + sent.Get(pages.MembershipField(pages.FieldUntil, n))
		if club != pages.LeftOut && club+days != "" {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// changeClubs carries out a form about the clubs of a person, and shows their page again.
func (s *site) changeClubs(v visit, id uuid.UUID) error {
	sent := v.echo.Request().PostForm
	problem, err := s.do(v, clubDeed(id.String(), sent), nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showPeople(v, refusedStatus(problem), refusedForm(sent, ofMemberships(problem, membershipsSent(sent))))
	}
	return seeOther(v.echo, v.reader.Link(v.echo.Request().URL.Path))
}

// ofMemberships points the faults of a history to the fields of its form: the API counts the memberships that were
// sent, which have these numbers there.
func ofMemberships(p *openapi.Problem, numbers []int) *openapi.Problem {
	out := *p
	out.Errors = append([]openapi.Explanation(nil), p.Errors...)
	for i, fault := range out.Errors {
		parts := strings.Split(fault.Pointer, "/") // "", "memberships", "1", "from"
		if len(parts) != 4 || parts[1] != "memberships" {
			continue
		}
		if n, err := strconv.Atoi(parts[2]); err == nil && n >= 0 && n < len(numbers) {
			out.Errors[i].Pointer = "/" + pages.MembershipField(parts[3], numbers[n])
		}
	}
	return &out
}
