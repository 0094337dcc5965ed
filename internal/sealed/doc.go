// Package sealed encrypts stored secrets, so that a thief of the store cannot read them: bank data in the database,
// receipts among the files.
//
// [Keys.Seal] encrypts a text under a key that is made for it alone, and that key under the installation's
// ("envelope"), both by AES-256-GCM. The name of the installation's key stands in front, so that a key can be
// replaced: a new first line in the file seals from then on, the old ones still open. The owner of the text (tenant,
// claim) is authenticated with it: moved to another row it does not open.
//
// A sealed text is
//
//	version (1 byte) | length of the key's name (1 byte) | name | wrapped key (60 bytes) | nonce, encrypted text and tag
//
// where a wrapped key is a nonce of 12 bytes, the 32 bytes of the key encrypted, and a
// tag of 16.
package sealed
