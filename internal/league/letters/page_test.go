package letters_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/letters"
	"referto/internal/league/register"
	"referto/internal/mail/matter"
)

// A reminder leads to the page on which its task is done, or looked at where no page does it yet.
func TestRemindersLeadToPages(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("01a203c6-141a-7de2-96dd-583b8390639b")
	event := &facts.Event{ID: league.EventID{UUID: id}, Slug: "tappa", State: facts.Draft}
	season := &register.Season{}
	season.Season.Slug = "2026"
	of := func(kind duties.Kind) duties.Task { return duties.Task{Kind: kind, Event: event, Season: season} }
	refused := func(kind matter.Kind, event league.EventID) duties.Task {
		return duties.Task{Kind: duties.MailRefused, Mail: matter.Matter{Kind: kind, ID: id}, MailEvent: event}
	}
	for _, c := range []struct {
		task duties.Task
		want string
	}{
		{of(duties.Announce), "/console/t/fic/events/" + id.String() + "/setup"},
		{of(duties.Report), "/console/t/fic/events/" + id.String() + "/report"},
		{of(duties.AnswerQuestion), "/console/t/fic/events/" + id.String() + "/report"},
		{of(duties.Homologate), "/console/t/fic/homologation/" + id.String()},
		{of(duties.CorrectFinal), "/t/fic/events/" + id.String() + "/report"},
		{of(duties.OutsideSeason), "/t/fic/events/" + id.String()},
		{of(duties.ApproveStructure), "/console/t/fic/events/" + id.String() + "/setup#structure"},
		{of(duties.CheckEntry), "/console/t/fic/events/" + id.String() + "/entries"},
		{of(duties.Expulsion), "/t/fic/people#expulsions"},
		{of(duties.Leaving), "/t/fic/people#leavings"},
		{of(duties.TakeOffPhoto), "/t/fic/people#photos"},
		{duties.Task{Kind: duties.DecideClaim}, "/t/fic/people#requests"},
		{duties.Task{Kind: duties.DecideName}, "/t/fic/people#requests"},
		{of(duties.Answer), "/t/fic/convocation"},
		{of(duties.ClaimRefund), "/t/fic/mine#refunds"},
		{of(duties.CompleteRefund), "/t/fic/mine#refunds"},
		{of(duties.AnswerRefund), "/t/fic/mine#refunds"},
		{of(duties.DecideRefund), "/t/fic/refunds#decide"},
		{of(duties.PayRefunds), "/t/fic/refunds#pay"},
		{duties.Task{Kind: duties.Convoke, Season: season}, "/console/t/fic/finals"},
		{duties.Task{Kind: duties.Lapse, Season: season}, "/console/t/fic/finals"},
		{duties.Task{Kind: duties.NameRegion, Season: season}, "/console/t/fic/finals"},
		{duties.Task{Kind: duties.Decide, Season: season}, "/console/t/fic/finals"},
		{duties.Task{Kind: duties.AnnounceFinal, Season: season}, "/console/t/fic/finals"},
		{of(duties.ReturnPrizes), "/console/t/fic/events/" + id.String() + "/report#prizes"},
		{duties.Task{Kind: duties.DecideHosting}, "/console/t/fic/hosting"},
		{duties.Task{Kind: duties.DecideMembership}, "/console/t/fic/clubs"},
		{duties.Task{Kind: duties.AnswerHosting}, "/console/t/fic/hostings"},
		{refused(matter.Invitation, league.EventID{}), "/t/fic/staff"},
		{refused(matter.Invitation, event.ID), "/t/fic/staff"},
		{refused(matter.PlayerAddress, league.EventID{}), "/t/fic/people/" + id.String()},
		{refused(matter.Convocation, league.EventID{}), "/console/t/fic/finals#sent"},
		{refused(matter.Leaving, league.EventID{}), "/t/fic/people#leavings"},
		{duties.Task{Kind: duties.MailRefused, Mail: matter.Matter{Kind: matter.Ban, ID: uuid.New()}, MailPlayer: league.PlayerID{UUID: id}}, "/t/fic/people/" + id.String()},
	} {
		if got := letters.Page("https://example.org", "fic", c.task); got != "https://example.org"+c.want {
			t.Errorf("%s leads to %s, want %s", c.task.Kind, got, c.want)
		}
	}
}
