// Package catalog lists all facts that the log of a tenant may record: of the league, of
// tenants and of roles. Its generator, logfactschema, describes them for the contract.
package catalog

import (
	"referto/internal/authz/authzlog"
	"referto/internal/league/leaguelog"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantlog"
)

// Registry has every fact of the log.
var Registry = logfact.Join(leaguelog.Registry, tenantlog.Registry, authzlog.Registry)
