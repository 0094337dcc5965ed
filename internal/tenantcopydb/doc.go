// Package tenantcopydb writes everything that one tenant has into an archive that can be read without
// this program: a line of JSON for each row, table by table, the files, and a manifest with the number
// of rows and the SHA-256 of each part ([Export]). [Check] holds an archive to its manifest.
//
// It reads as the backup role, as of one moment. The same rows and files make the same bytes, but for
// the moment in the manifest. What is encrypted stays so ([Manifest.SealingKeys]); of the accounts that
// rows name there is who they are, and nothing to sign in with. Tables that are not carried are
// [LeftOut], each with its reason; every other table with a tenant is.
//
// [Restore] puts an archive back, and [Delete] takes everything of a tenant away, once its days of grace are over.
package tenantcopydb
