package apiclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"referto/openapi"
)

// Problem is a refusal of the API: an answer of 400 and more.
type Problem struct{ openapi.Problem }

// Error is the refusal on one line: status, reason, paragraph, faults.
func (p *Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", p.Status, p.Reason)
	if p.Rule.Paragraph != "" {
		fmt.Fprintf(&b, " (%s %s)", p.Rule.Code, p.Rule.Paragraph)
	}
	if p.Detail != "" {
		fmt.Fprintf(&b, ": %s", p.Detail)
	}
	for _, fault := range p.Errors {
		fmt.Fprintf(&b, "; %s %s: %s", fault.Pointer, fault.Reason, fault.Text)
	}
	return b.String()
}

// problem decodes an answer of 400 and more. An answer that is no problem document, such as one of a proxy, keeps its
// status.
func problem(response *http.Response, body []byte) error {
	p := &Problem{}
	if err := json.Unmarshal(body, &p.Problem); err != nil || p.Status != response.StatusCode {
		p.Problem = openapi.Problem{Status: response.StatusCode, Title: http.StatusText(response.StatusCode), Detail: string(body)}
	}
	return p
}

// Status is the status of a refusal; 0 for nil and for other errors.
func Status(err error) int {
	var p *Problem
	if errors.As(err, &p) {
		return p.Status
	}
	return 0
}

// Reason is the stable code of a refusal; "" for nil and for other errors.
func Reason(err error) string {
	var p *Problem
	if errors.As(err, &p) {
		return p.Reason
	}
	return ""
}
