package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/uuid"

	"referto/internal/auditchain"
	"referto/internal/authz/authzdb"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
)

// checkAuditCommand recomputes the seals over the audits of all tenants, compares them with heads that were kept
// elsewhere, prints the current heads, and reports on stderr every difference from the sealed state.
func checkAuditCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	var kept []auditchain.Head
	switch len(args) {
	case 0:
	case 1:
		file, err := os.Open(args[0])
		if err != nil {
			return fmt.Errorf("heads: %w", err)
		}
		defer file.Close()
		if kept, err = auditchain.ReadHeads(file); err != nil {
			return fmt.Errorf("heads: %w", err)
		}
	default:
		return errUsage
	}
	if s.DatabaseURL == "" {
		return errors.New("check-audit: DATABASE_URL is missing: the database as the application role")
	}
	looked, err := lookAtAudits(ctx, s, kept, stderr)
	if err != nil {
		return err
	}
	if err := auditchain.WriteHeads(stdout, looked.heads); err != nil {
		return err
	}
	if looked.found {
		return errLacking
	}
	return nil
}

// lookAtAudits checks the audits of all tenants, compares them with heads, and reports the findings to an output.
func lookAtAudits(ctx context.Context, s Settings, kept []auditchain.Head, out io.Writer) (*audits, error) {
	looked := &audits{kept: kept, here: map[uuid.UUID]bool{}, faults: out}
	var deleted map[uuid.UUID]time.Time
	err := withDatabase(ctx, s, func(ctx context.Context, pool *tenantdb.DB) error {
		err := tenantdb.Each(ctx, pool, func(tenant uuid.UUID) error { return looked.at(ctx, pool, tenant) })
		if err != nil {
			return err
		}
		return tenantdb.Global(ctx, pool, nil, func(tx tenantdb.GlobalTx) (err error) {
			deleted, err = registrydb.DeletedTenants(tx)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	for _, head := range kept {
		switch at, was := deleted[head.Tenant]; {
		case looked.here[head.Tenant]:
		case was:
			fmt.Fprintf(out, "tenant %s is not here: it was deleted at %s, as its managers had decided\n", head.Tenant, at.UTC().Format(time.RFC3339))
		default:
			looked.fault(head.Tenant, "it is not here, and nobody has had it deleted")
		}
	}
	fmt.Fprintf(out, "%d tenants: %d rows are sealed, of which %d have had words erased; %d are for the next seal.\n", len(looked.here), looked.sealed, looked.erased, looked.later)
	return looked, nil
}

// audits collects the findings in the audits of the tenants.
type audits struct {
	kept                  []auditchain.Head
	here                  map[uuid.UUID]bool
	heads                 []auditchain.Head
	sealed, erased, later int
	faults                io.Writer
	found                 bool
}

// at looks at a tenant.
func (a *audits) at(ctx context.Context, pool *tenantdb.DB, tenant uuid.UUID) error {
	a.here[tenant] = true
	door, err := tenantdb.Read(ctx, pool, tenant, nil)
	if err != nil {
		return err
	}
	state, err := authzdb.CheckAudit(door, tenant, a.kept)
	if err != nil {
		return err
	}
	if state.Head != nil {
		a.heads = append(a.heads, *state.Head)
	}
	a.sealed, a.erased, a.later = a.sealed+state.Sealed, a.erased+state.Erased, a.later+state.Later
	for _, fault := range state.Faults {
		a.fault(tenant, fault)
	}
	return nil
}

func (a *audits) fault(tenant uuid.UUID, text string) {
	a.found = true
	fmt.Fprintf(a.faults, "audit of tenant %s: %s\n", tenant, text)
}
