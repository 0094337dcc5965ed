package letters

import (
	"maps"
	"net/url"
	"strconv"
	"strings"
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/mail/matter"
)

// Description is a task in words.
type Description struct {
	Title string // the thing to be done
	Why   string // the sentence of its reason
	Rule  string // code and paragraph of the regulation; "" for none
	Due   string // until when, with the zone; "" where no time is given
}

// Describe puts a task into words.
func Describe(w *words.Words, t duties.Task) Description {
	params := map[string]any{"event": "", "region": regionName(t), "player": t.About}
	if t.Event != nil {
		params["event"] = t.Event.Title
	}
	out := Description{Title: w.Text(titleKey(t), params)}
	reasons := maps.Clone(t.Params)
	for name, value := range reasons {
		if at, err := time.Parse(time.RFC3339, value); err == nil && !t.Due.IsZero() {
			reasons[name] = at.In(t.Due.Location()).Format(time.RFC3339)
		}
	}
	out.Why = w.Reason(t.Reason, reasons, nil)
	if t.Par != "" {
		out.Rule = t.Code + " " + t.Par
	}
	if !t.Due.IsZero() {
		out.Due = w.Moment(t.Until())
	}
	return out
}

// titleKey is the key of the words of a task. There are special words for the national final, and for a task
// about one person.
func titleKey(t duties.Task) string {
	key := "task." + string(t.Kind)
	switch national := regionName(t) == ""; {
	case t.Kind == duties.Convoke && t.About != "":
		return key + "-one"
	case national && (t.Kind == duties.Convoke || t.Kind == duties.Answer):
		return key + "-national"
	}
	return key
}

func regionName(t duties.Task) string {
	if t.Season != nil {
		for _, r := range t.Season.Regions {
			if r.ID == t.Region {
				return r.Name
			}
		}
	}
	return ""
}

// Resource returns the address in the API at which a task is done or read, from the slash before the version.
func Resource(slug string, t duties.Task) string {
	at := []string{"/v1/tenants", url.PathEscape(slug)}
	ofEvent := map[duties.Kind]string{
		duties.Announce: "announcement", duties.Report: "report", duties.AnswerQuestion: "report",
		duties.Homologate: "homologation", duties.CorrectFinal: "homologation", duties.ReturnPrizes: "homologation",
		duties.ApproveStructure: "structure",
	}
	ofSeason := map[duties.Kind]string{
		duties.AnnounceFinal: "finals", duties.Convoke: "convocation-proposals",
		duties.Lapse: "convocation-proposals", duties.NameRegion: "convocation-proposals", duties.Decide: "convocation-proposals",
		duties.PayRefunds: "refunds?state=" + string(facts.RefundApproved), duties.Answer: "my-places", duties.ClaimRefund: "my-refund",
		duties.DecideRefund: "refunds/" + t.Refund.String(), duties.CompleteRefund: "refunds/" + t.Refund.String(), duties.AnswerRefund: "refunds/" + t.Refund.String(),
	}
	switch {
	case t.Kind == duties.Expulsion:
		at = append(at, "expulsion-reports")
	case t.Kind == duties.Leaving:
		at = append(at, "leaving-reports")
	case t.Kind == duties.CheckEntry:
		at = append(at, "events", t.Event.ID.String(), "entries", strconv.Itoa(t.Entry))
	case t.Kind == duties.MailRefused:
		at = append(at, mailResource(t)...)
	case t.Kind == duties.TakeOffPhoto:
		at = append(at, "events", t.Event.ID.String(), "photos", t.Photo.String(), "people")
	case t.Kind == duties.DecideClaim, t.Kind == duties.DecideName:
		at = append(at, "player-requests")
	case t.Kind == duties.DecideMembership:
		at = append(at, "affiliations")
	case t.Kind == duties.DecideHosting:
		at = append(at, "hosting-requests", t.Hosting.String())
	case t.Kind == duties.AnswerHosting:
		at = append(at, "hostings", t.Hosting.String())
	case t.Kind == duties.OutsideSeason:
		at = append(at, "events", t.Event.ID.String())
	case ofEvent[t.Kind] != "":
		at = append(at, "events", t.Event.ID.String(), ofEvent[t.Kind])
	default:
		at = append(at, "seasons", t.Season.Season.ID.String(), ofSeason[t.Kind])
	}
	return strings.Join(at, "/")
}

// mailResource returns the address at which the fate of a letter is seen.
func mailResource(t duties.Task) []string {
	switch t.Mail.Kind {
	case matter.Convocation:
		return []string{"seasons", t.Season.Season.ID.String(), "convocations"}
	case matter.Ban:
		return []string{"players", t.MailPlayer.String()}
	case matter.Leaving:
		return []string{"leaving-reports"}
	case matter.PlayerAddress:
		return []string{"players", t.Mail.ID.String()}
	}
	if t.MailEvent != (league.EventID{}) {
		return []string{"events", t.MailEvent.String(), "staff"}
	}
	return []string{"invitations"}
}

// Page returns the page on which a task is done or looked at. If there is none, it returns the page of the
// task's event once that is public, and otherwise that of its season.
func Page(publicURL, slug string, t duties.Task) string {
	if at := pages.WaitingPages()[string(t.Kind)]; at != "" && (t.Event != nil || !strings.Contains(at, "{event}")) {
		event := ""
		if t.Event != nil {
			event = t.Event.ID.String()
		}
		return publicURL + strings.NewReplacer("{tenant}", url.PathEscape(slug), "{event}", event).Replace(at)
	}
	if t.Kind == duties.MailRefused && t.Mail.Kind == matter.Convocation {
		return screen(publicURL, slug, "finals#sent")
	}
	if at := mailPage(t); at != "" {
		return tenantPage(publicURL, slug) + at
	}
	switch {
	case t.Event != nil && t.Event.State != facts.Draft:
		return eventPage(publicURL, slug, *t.Event)
	case t.Season != nil && t.Place != "":
		return seasonPage(publicURL, slug, t.Season.Season.Slug) + "/qualification"
	case t.Season != nil:
		return seasonPage(publicURL, slug, t.Season.Season.Slug)
	}
	return tenantPage(publicURL, slug)
}

// mailPage is the page, below the tenant's, that shows why a letter was refused and where another address is
// given; "" for another task, or if there is none.
func mailPage(t duties.Task) string {
	switch {
	case t.Kind != duties.MailRefused:
		return ""
	case t.Mail.Kind == matter.Invitation:
		return pages.StaffPath
	case t.Mail.Kind == matter.PlayerAddress:
		return pages.PeoplePath + "/" + t.Mail.ID.String()
	case t.Mail.Kind == matter.Ban:
		return pages.PeoplePath + "/" + t.MailPlayer.String()
	case t.Mail.Kind == matter.Leaving:
		return pages.PeoplePath + "#leavings"
	}
	return ""
}

// screen is a screen of the console about a tenant.
func screen(publicURL, slug, name string) string {
	return publicURL + "/console/t/" + slug + "/" + name
}

// tenantPage is the page of a federation or club.
func tenantPage(publicURL, slug string) string { return publicURL + "/t/" + slug }

// seasonPage is the page of a season of a tenant.
func seasonPage(publicURL, slug, season string) string {
	return tenantPage(publicURL, slug) + "/s/" + season
}

// eventPage returns the page of a tenant's event; for a draft, which has none, the screen on which it is prepared.
func eventPage(publicURL, slug string, e facts.Event) string {
	if e.State == facts.Draft {
		return screen(publicURL, slug, "events/"+e.ID.String()+"/setup")
	}
	return tenantPage(publicURL, slug) + "/e/" + e.Slug
}
