package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// TestAQuestionStopsTheTerm: a report that is returned keeps the event from being decided for seven days. After
// them it waits for the contact again, who declares it invalid without an answer; a person who may waive that
// results are late may still homologate it (CN09 1.11, 2.2).
func TestAQuestionStopsTheTerm(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.reported()
	x.now("2009-03-02 09:00")
	waits := func() []string {
		t.Helper()
		var page openapi.WaitingPage
		x.contact.Get(x.federation.Path + "/waiting").Want(200).Into(&page)
		kinds := []string{}
		for _, one := range page.Items {
			kinds = append(kinds, string(one.Kind)+" "+one.DueAt.In(inRome(t, "2009-03-01 00:00").Location()).Format("2006-01-02 15:04"))
		}
		return kinds
	}
	same(t, waits(), "homologate 2009-03-08 23:59")
	x.decide(x.contact, "return", apitest.JSON{"reason": "Quale tavolo è quello della finale?"}).Want(200)
	if got := x.homologation().Checklist; got.State != "returned" || got.AnswerBy.String() != "2009-03-09" || got.Unanswered {
		t.Errorf("once it is returned: %+v", got)
	}
	same(t, waits())
	x.now("2009-03-09 23:00")
	x.decide(x.contact, "invalidate", apitest.JSON{"reason": "Nessuna risposta", "unsound": true}).Refused(409, "report-returned")
	x.now("2009-03-10 09:00")
	if got := x.homologation().Checklist; got.State != "returned" || !got.Unanswered {
		t.Errorf("after seven days: %+v", got)
	}
	same(t, waits(), "homologate 2009-03-15 23:59")
	x.decide(x.contact, "return", apitest.JSON{"reason": "Allora?"}).Refused(409, "report-returned")
	x.decide(x.contact, "invalidate", apitest.JSON{"reason": "Nessuna risposta", "unsound": true}).Want(200)
	if got := x.homologation().Checklist.State; got != "invalidated" {
		t.Errorf("it is %s", got)
	}
}
