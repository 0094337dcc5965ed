package apitest

import "strings"

// YearlyRuleset publishes a copy of the regulation of Bulgaria whose ranking has no cap, and in which the given
// number of best events of each player count. It returns its id.
func (f *Tenant) YearlyRuleset(best int) string {
	f.Server.T.Helper()
	const id = "ranglista-na-godinata"
	var document JSON
	f.Manager.Get(f.Path + "/rulesets/catan-ranglista-bg").Want(200).Into(&document)
	document["id"], document["name"] = id, "Ranglista na godinata"
	document["lifetime"] = JSON{"best": best, "national": "separate", "paragraph": "1"}
	readings := document["readings"].(JSON)
	for key, reading := range readings { // readings about the cap
		if at := reading.(JSON)["at"].(string); strings.HasPrefix(at, "/lifetime/") && at != "/lifetime/national" {
			delete(readings, key)
		}
	}
	f.Manager.Post(f.Path+"/rulesets", JSON{"document": document}).Want(201)
	f.Manager.Post(f.Path+"/rulesets/"+id+"/versions", JSON{"draft": 1, "notes": "prima"}).Want(201)
	return id
}
