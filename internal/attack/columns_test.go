package attack_test

import "referto/internal/apitest"

// column is a caller of the matrix. Grants are their roles in the federation of the request: the oracle reads them,
// the world has given them through the API.
type column struct {
	title  string // at most ten letters
	about  string
	who    *apitest.Client
	grants []grant
}

// grant is a role over a kind of thing. Over a region, here reports whether it is
// the region of the events.
type grant struct {
	role, scope string
	here        bool
}

// columns are the people of the matrix, from the nearest to nothing to the
// farthest-reaching.
func (w *world) columns() []column {
	a, b := w.sides[0], w.sides[1]
	return []column{
		{"anonymous", "nobody signed in", nil, nil},
		{"account", "signed in, without any role", w.account, nil},
		{"player", "signed in, has entered himself", a.people["player"], nil},
		{"helper", "helper of the stage", a.people["helper"], []grant{{"helper", "stage", true}}},
		{"referee", "referee of the stage", a.people["referee"], []grant{{"referee", "stage", true}}},
		{"1st-ref", "first referee of the stage", a.people["first-referee"], []grant{{"first-referee", "stage", true}}},
		{"organizer", "organizer of the stage", a.people["organizer"], []grant{{"organizer", "stage", true}}},
		{"org-all", "organizer of the whole tenant", a.people["organizer-of-tenant"], []grant{{"organizer", "tenant", true}}},
		{"contact", "regional contact of the stage's region", a.people["contact"], []grant{{"regional-contact", "region", true}}},
		{"contact-x", "regional contact of another region", a.people["other-contact"], []grant{{"regional-contact", "region", false}}},
		{"treasurer", "treasurer of the tenant", a.people["treasurer"], []grant{{"treasurer", "tenant", true}}},
		{"auditor", "auditor of the tenant", a.people["auditor"], []grant{{"auditor", "tenant", true}}},
		{"operator", "of the platform's own people", w.operator, []grant{{"platform-admin", "platform", false}}},
		{"manager", "championship manager of the tenant", a.people["manager"], []grant{{"championship-manager", "tenant", true}}},
		{"manager-x", "championship manager of another tenant", b.people["manager"], nil},
	}
}
