package serve

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// showRefunds shows the page on which claims of refunds are decided. The API decides who may see it.
func (s *site) showRefunds(v visit, status int, sent *pages.Sent) error {
	if err := v.learnRoles(); err != nil {
		return err
	}
	page := pages.Refunds{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent}
	page.Decides, page.Pays = s.overTenant(v, "refund:decide"), s.overTenant(v, "refund:pay")
	if !s.overTenant(v, "refund:read") {
		return echo.NewHTTPError(http.StatusForbidden)
	}
	problem, err := s.loadRefunds(v, &page)
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Refunds(out, page) })
}

// loadRefunds asks the API for the claims of the latest seasons that wait for a decision or to be paid.
func (s *site) loadRefunds(v visit, page *pages.Refunds) (*openapi.Problem, error) {
	var seasons openapi.SeasonPage
	of, asks := tenantPath(v), s.caller(v, true)
	if problem, err := asks.read(read{of + "/seasons?limit=" + strconv.Itoa(journeySeasons), &seasons}); problem != nil || err != nil {
		return problem, err
	}
	for _, season := range seasons.Items {
		claims := pages.RefundsOf{Season: season}
		for _, part := range []struct {
			state openapi.RefundState
			into  *[]openapi.Refund
		}{{openapi.RefundStateSubmitted, &claims.Submitted}, {openapi.RefundStateApproved, &claims.Approved}, {openapi.RefundStateFailed, &claims.Failed}} {
			list, more, problem, err := asks.claims(of+"/seasons/"+season.Id.String()+"/refunds", part.state)
			if problem != nil || err != nil {
				return problem, err
			}
			*part.into, claims.More = list, claims.More || more
		}
		page.Seasons = append(page.Seasons, claims)
	}
	return asks.paymentLists(of, v.echo.QueryParam("lists"), page)
}

// shownClaims bounds the claims of a season in one state that the page shows: the others follow as these
// are decided and paid.
const shownClaims = 25

// claims are the first claims of a season that are in a state, and whether there are more.
func (o caller) claims(at string, state openapi.RefundState) (list []openapi.Refund, more bool, problem *openapi.Problem, err error) {
	var found openapi.RefundPage
	if problem, err = o.read(read{at + "?limit=" + strconv.Itoa(shownClaims) + "&state=" + string(state), &found}); problem != nil || err != nil {
		return nil, false, problem, err
	}
	list = make([]openapi.Refund, len(found.Items))
	for i, one := range found.Items {
		if problem, err = o.read(read{at + "/" + one.Id.String(), &list[i]}); problem != nil || err != nil {
			return nil, false, problem, err
		}
	}
	return list, found.NextCursor != "", nil, nil
}

// shownLists bounds the lists of payments that the page shows at once.
const shownLists = 25

// paymentLists adds to a page the lists of payments of its seasons, the latest first, from after the one of some id on.
func (o caller) paymentLists(of, after string, page *pages.Refunds) (*openapi.Problem, error) {
	shown, begun := 0, after == ""
	for i := range page.Seasons {
		claims := &page.Seasons[i]
		at := of + "/seasons/" + claims.Season.Id.String() + "/payment-lists"
		all, problem, err := o.allPaymentLists(at)
		if problem != nil || err != nil {
			return problem, err
		}
		for _, one := range slices.Backward(all) { // the API has the earliest first
			switch {
			case !begun:
				begun = one.Id.String() == after
				continue
			case shown == shownLists:
				page.MoreLists = page.LastList()
				return nil, nil
			}
			var list openapi.PaymentList
			if problem, err := o.read(read{at + "/" + one.Id.String(), &list}); problem != nil || err != nil {
				return problem, err
			}
			claims.Lists = append(claims.Lists, list)
			shown++
		}
	}
	return nil, nil
}

// allPaymentLists returns the payment lists of a season, without their payments.
func (o caller) allPaymentLists(at string) (all []openapi.PaymentListSummary, problem *openapi.Problem, err error) {
	for next := ""; ; {
		var found openapi.PaymentListPage
		if problem, err = o.read(read{at + "?limit=100" + next, &found}); problem != nil || err != nil {
			return nil, problem, err
		}
		if all = append(all, found.Items...); found.NextCursor == "" {
			return all, nil, nil
		}
		next = "&cursor=" + url.QueryEscape(found.NextCursor)
	}
}

// changeRefunds carries out a form of the page, and shows the page again or sends the requested file.
func (s *site) changeRefunds(v visit) error {
	if v.echo.Request().PostForm.Get("act") == pages.ActWrite {
		return s.writeList(v)
	}
	return s.change(v, decidingDeed, s.showRefunds, pages.RefundsPath)
}

// writeList sends the document of a list of payments, as the API writes it.
func (s *site) writeList(v visit) error {
	sent := v.echo.Request().PostForm
	list, ok := listPath(sent.Get("id"))
	if !ok {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	o := s.caller(v, true)
	r, err := o.request(http.MethodPost, tenantPath(v)+list+"/documents", filled(sent, "format"))
	if err != nil {
		return err
	}
	r.Header.Set("Accept", "*/*")
	answer, problem, err := o.answer(r)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showRefunds(v, refusedStatus(problem), refusedForm(sent, problem))
	}
	for _, name := range []string{"Content-Disposition", "Cache-Control"} {
		v.echo.Response().Header()[name] = answer.header[name]
	}
	return v.echo.Blob(http.StatusOK, answer.header.Get(echo.HeaderContentType), answer.body.Bytes())
}

// listPath is the address, below a tenant's, of a list of payments, by the ids of a form.
func listPath(id string) (string, bool) {
	season, list, ok := strings.Cut(id, ".")
	return "/seasons/" + url.PathEscape(season) + "/payment-lists/" + url.PathEscape(list), ok
}

// payingDeed is the operation, below a tenant's address, that a form about a list of payments asks for; without
// method for none.
func payingDeed(sent url.Values) deed {
	list, ok := listPath(sent.Get("id"))
	switch act := sent.Get("act"); {
	case act == pages.ActOrder && !ok:
		claims := []string{}
		for _, name := range slices.Sorted(maps.Keys(sent)) {
			if id, is := strings.CutPrefix(name, pages.OrderedField); is {
				claims = append(claims, id)
			}
		}
		body := filled(sent, "executeOn")
		body["refunds"] = claims
		body["payer"] = map[string]string{"holder": sent.Get(pages.PayerField + "holder"), "iban": sent.Get(pages.PayerField + "iban")}
		return deed{method: http.MethodPost, path: "/seasons/" + url.PathEscape(sent.Get("id")) + "/payment-lists", body: body}
	case act == pages.ActSettle && ok:
		body := filled(sent, "outcome", "on", "reference")
		if of := sent.Get("of"); of != "" {
			body["refunds"] = []string{of}
		}
		return deed{method: http.MethodPost, path: list + "/settlements", body: body}
	case act == pages.ActCancel && ok:
		body := filled(sent, "reason")
		body["notAtBank"] = sent.Get("notAtBank") != ""
		return deed{method: http.MethodPost, path: list + "/cancellation", body: body}
	}
	return deed{}
}

// decidingDeed returns the operation, below a tenant's address, for a form about a claim or a payment list; without a
// method if the form is neither.
func decidingDeed(sent url.Values) deed {
	if paying := payingDeed(sent); paying.method != "" {
		return paying
	}
	claim, ok := refundPath(sent.Get("id"), 2)
	if !ok {
		return deed{}
	}
	switch sent.Get("act") {
	case pages.ActApprove:
		return deed{method: http.MethodPost, path: claim + "/approval", body: map[string]any{"expenses": approvedExpenses(sent)}}
	case pages.ActAsk:
		return deed{method: http.MethodPost, path: claim + "/question", body: filled(sent, "reason")}
	case pages.ActRefuseClaim:
		return deed{method: http.MethodPost, path: claim + "/refusal", body: filled(sent, "reason")}
	}
	return deed{}
}

// approvedExpenses returns the amounts that a form approves of the expenses of a claim, in the order of the claim.
func approvedExpenses(sent url.Values) []map[string]any {
	out := []map[string]any{}
	for {
		field := pages.ApprovedField + strconv.Itoa(len(out)) + "/"
		number, err := strconv.Atoi(sent.Get(field + "number"))
		if err != nil {
			return out
		}
		one := map[string]any{"number": number, "amount": euros(sent.Get(field + "amount"))}
		if reason := strings.TrimSpace(sent.Get(field + "reason")); reason != "" {
			one["reason"] = reason
		}
		out = append(out, one)
	}
}

// claimingDeed is the operation, below a tenant's address, that a form about one's own claim asks for; without
// method for none.
func claimingDeed(sent url.Values) deed {
	act := sent.Get("act")
	parts := 2
	switch act {
	case pages.ActClaim:
		parts = 1
	case pages.ActUnspend:
		parts = 3
	}
	at, ok := refundPath(sent.Get("id"), parts)
	if !ok {
		return deed{}
	}
	switch act {
	case pages.ActClaim:
		return deed{method: http.MethodPost, path: at, body: map[string]any{}}
	case pages.ActSpend:
		body := filled(sent, "what", "spentOn")
		body["amount"] = euros(sent.Get("amount"))
		return deed{method: http.MethodPost, path: at + "/expenses", body: body}
	case pages.ActUnspend:
		return deed{method: http.MethodDelete, path: at}
	case pages.ActPayTo:
		return deed{method: http.MethodPut, path: at + "/account", match: strconv.Quote(sent.Get("version")), body: filled(sent, "holder", "iban")}
	case pages.ActHandIn:
		return deed{method: http.MethodPost, path: at + "/submission"}
	case pages.ActUnclaim:
		return deed{method: http.MethodPost, path: at + "/withdrawal"}
	}
	return deed{}
}

// refundPath is the address, below a tenant's, of the claims of a season (one part), a claim (two) or an expense
// of it (three), by the ids of a form.
func refundPath(id string, parts int) (string, bool) {
	ids := strings.Split(id, ".")
	if len(ids) != parts {
		return "", false
	}
	for i := range ids {
		ids[i] = url.PathEscape(ids[i])
	}
	path := "/seasons/" + ids[0] + "/refunds"
	if parts > 1 {
		path += "/" + ids[1]
	}
	if parts > 2 {
		path += "/expenses/" + ids[2]
	}
	return path, true
}

// euros converts a typed amount, with a comma or a point, to the form of the API. Text that is no amount is passed on
// unchanged, and the API refuses it.
func euros(typed string) map[string]string {
	amount := strings.Replace(strings.TrimSpace(typed), ",", ".", 1)
	switch _, cents, ok := strings.Cut(amount, "."); {
	case amount != "" && !ok:
		amount += ".00"
	case ok && len(cents) == 1:
		amount += "0"
	}
	return map[string]string{"amount": amount, "currency": "EUR"}
}

// ofAmount moves the API's faults of an amount's digits to the field of the amount.
func ofAmount(problem *openapi.Problem) *openapi.Problem {
	for i := range problem.Errors {
		if of, ok := strings.CutSuffix(problem.Errors[i].Pointer, "/amount/amount"); ok {
			problem.Errors[i].Pointer = of + "/amount"
		}
		if problem.Errors[i].Pointer == "/content" {
			problem.Errors[i].Pointer = "/file"
		}
	}
	return problem
}

// longestReceipt bounds a form with the file of a receipt; the API has a tighter limit for the file itself.
const longestReceipt = 6 << 20

// takesFile is [site.takes] of a form with a file.
func (s *site) takesFile(e *echo.Echo, path string, next echo.HandlerFunc) {
	e.POST(path, func(c echo.Context) error {
		if err := readFileForm(c, s.address, longestReceipt); err != nil {
			return s.person(func(visit) error { return err })(c)
		}
		defer dropFiles(c.Request())
		return next(c)
	})
}

// dropFiles gives up the files of a form once it is answered. None is kept on disk: all of it fits into memory.
func dropFiles(r *http.Request) {
	if r.MultipartForm != nil {
		_ = r.MultipartForm.RemoveAll()
	}
}

func readFileForm(c echo.Context, address string, longest int64) error {
	r := c.Request()
	if !fromHere(r, address) {
		return errCrossOrigin
	}
	if kind, _, _ := strings.Cut(r.Header.Get(echo.HeaderContentType), ";"); kind != echo.MIMEMultipartForm {
		return echo.NewHTTPError(http.StatusUnsupportedMediaType)
	}
	r.Body = http.MaxBytesReader(c.Response(), r.Body, longest)
	if err := r.ParseMultipartForm(longest); err != nil {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	for _, values := range r.PostForm {
		if slices.ContainsFunc(values, func(value string) bool { return !text(value) }) {
			return echo.NewHTTPError(http.StatusBadRequest)
		}
	}
	return nil
}

// sendReceipt adds the file of a receipt to an expense of one's own claim.
func (s *site) sendReceipt(v visit) error {
	sent := v.echo.Request().PostForm
	at, ok := refundPath(sent.Get("id"), 3)
	if !ok || sent.Get("act") != pages.ActReceipt {
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	content, err := sentFile(v.echo, "file")
	if err != nil {
		return err
	}
	problem, err := s.do(v, deed{method: http.MethodPost, path: at + "/receipts", body: map[string]any{"amount": euros(sent.Get("amount")), "content": content}}, nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		sent.Set("file", "")
		return s.showMyRecord(v, refusedStatus(problem), refusedForm(sent, ofAmount(problem)))
	}
	return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+pages.MyRecordPath))
}

// sentFile is the content of a file of a form; empty for none.
func sentFile(c echo.Context, name string) ([]byte, error) {
	header, err := c.FormFile(name)
	if err != nil {
		return []byte{}, nil
	}
	file, err := header.Open()
	if err != nil {
		return nil, echo.NewHTTPError(http.StatusBadRequest)
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, echo.NewHTTPError(http.StatusBadRequest)
	}
	return content, nil
}

// receipt is the file of a receipt, as the API answers with it.
func (s *site) receipt(v visit) error {
	ids := strings.Split(v.echo.QueryParam("of"), ".")
	if len(ids) != 3 {
		return echo.ErrNotFound
	}
	claim, _ := refundPath(ids[0]+"."+ids[1], 2)
	return s.caller(v, true).pass(tenantPath(v) + claim + "/receipts/" + url.PathEscape(ids[2]))
}
