// Package tenantcopydb writes all data of one tenant into an archive that can be read without this program: a line of
// JSON for each row, table by table, the files, and a manifest with the number of rows and the SHA-256 of each part
// ([Export]). [Check] compares an archive with its manifest.
//
// It reads as the backup role, as of one moment. The same rows and files make the same bytes, except for the moment
// in the manifest. Encrypted data stays encrypted ([Manifest.SealingKeys]); the accounts that rows name are included
// with their identity, but without credentials. Tables that are not included are [LeftOut], each with its reason;
// every other table with a tenant is included.
//
// [Restore] puts an archive back, and [Delete] deletes all data of a tenant, once its days of grace are over.
package tenantcopydb
