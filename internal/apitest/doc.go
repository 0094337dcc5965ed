// Package apitest starts the whole server for a test and talks to it like any client: through HTTP, by the public
// contract, with mails read from its mailbox.
//
//	func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }
//
//	s := apitest.Start(t)
//	federation := s.Federation("Federazione")
//	anna := federation.Member("Anna Lodi", "regional-contact", apitest.Region(id))
//	anna.Get("/tenants/" + federation.Slug + "/members").Want(403)
//
// [Start] borrows an empty database, wires the server as the program does and serves on a loopback socket. The clock
// stands still until the test moves it ([Clock]). Every answer is checked against the contract: status, headers'
// content type, schema. A test fails when the server logs an error, unless the test has announced it.
//
// Nothing reaches around the API: people sign up, confirm their address by the link
// of the mail, are invited and accept.
package apitest
