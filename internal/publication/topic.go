package publication

import (
	"strings"

	"github.com/google/uuid"

	"referto/internal/live"
)

// parseTopic parses the header of [Mark].
func parseTopic(text string) (topic live.Topic, ok bool) {
	tenant, event, _ := strings.Cut(text, " ")
	var errTenant, errEvent error
	topic.Tenant, errTenant = uuid.Parse(tenant)
	topic.Event, errEvent = uuid.Parse(event)
	return topic, errTenant == nil && errEvent == nil
}
