package tenantdb

// Shares is shares, for tests.
var Shares = shares
