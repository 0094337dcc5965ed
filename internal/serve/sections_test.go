package serve

import (
	"testing"

	"referto/openapi"
)

// A citation names its regulation by the code, a page by the id; drafts are never found.
func TestRulesetByIDOrCode(t *testing.T) {
	t.Parallel()
	list := []openapi.RulesetSummary{
		{Id: "old", Code: "CN", State: openapi.RulesetSummaryStateArchived},
		{Id: "draft", Code: "CN", State: openapi.RulesetSummaryStateDraft},
		{Id: "new", Code: "CN", State: openapi.RulesetSummaryStatePublished},
		{Id: "CN", Code: "XX", State: openapi.RulesetSummaryStatePublished},
		{Id: "gone", Code: "GO", State: openapi.RulesetSummaryStateArchived},
	}
	for name, want := range map[string]string{"new": "new", "old": "old", "CN": "CN", "GO": "gone", "XX": "CN", "draft": "", "nothing": "", "": ""} {
		if got, found := rulesetNamed(list, name); got.Id != want || found != (want != "") {
			t.Errorf("%q: got %q, want %q", name, got.Id, want)
		}
	}
	if got, _ := rulesetNamed(list[:3], "CN"); got.Id != "new" {
		t.Errorf("CN: got %q, not the one for new events", got.Id)
	}
}
