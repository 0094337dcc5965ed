// Package registrydb stores and reads the register of tenants: federations and
// clubs, the regions of a federation, and which club is affiliated with which
// federation.
//
// Tenants and affiliations belong to no tenant alone, so row-level security does
// not guard them: tenants are public, and every statement on affiliations names
// the tenant that must be one of the two sides.
//
// [Finder] answers the question every request asks first, which tenant an address
// means, from memory.
package registrydb
