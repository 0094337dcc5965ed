package gate

import (
	"net/netip"
	"net/url"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Enter goes on in the same transaction as the tenant, in a write that began
// outside of tenants: it founds the tenant, or accepts a role in it. From here on
// the call leaves facts and an audit record there like any write in a tenant, and
// they are committed together with what came before.
func (c *Call) Enter(t tenant.Tenant) (tenantdb.Tx, error) {
	tx, err := c.Global().As(t.ID)
	if err != nil {
		return tenantdb.Tx{}, err
	}
	c.Tenant, c.tx = t, &tx
	return tx, nil
}

// Next says where the list goes on, in the Link header, and returns the cursor as
// it is for the answer's nextCursor. "" is the end of the list.
func (c *Call) Next(cursor string) string {
	if cursor == "" {
		return ""
	}
	query, _ := url.ParseQuery(c.query) // the contract has refused a malformed one
	query.Set("cursor", cursor)
	c.Header("Link", "<?"+query.Encode()+`>; rel="next"`)
	return cursor
}

// address reads what the connection or a trusted proxy says of the other end.
func address(text string) netip.Addr {
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return a
}
