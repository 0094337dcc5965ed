// Package apiclient calls the public API, for programs of our own: the demo
// federation, the conformance runner, benchmarks, tests of a whole server.
//
// It uses only what any client script could: addresses below /v1, the wire types of package openapi, and the habits
// of a dependable caller. A [Client] speaks as one caller: [New] makes an anonymous one, [Client.SignIn] one with an
// account, whose tokens are renewed as they expire. [Mailbox.SignUp] opens an account, with the link that a server
// without a mail server leaves in its folder of mails.
//
// Every POST carries an Idempotency-Key, so that [Client.Do] may repeat a request that a busy server has refused. A
// refusal of the API is a [*Problem].
package apiclient
