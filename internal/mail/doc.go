// Package mail writes and sends the product's messages.
//
// [Render] turns a [Content] (verify an address, reset a password, an invitation …)
// into a [Message] in the reader's language: English, Italian or Bulgarian. The
// sentences stand in templates/<language>/<kind>.txt, subject first; the HTML twin
// is made from the same text, so there is one place to change a sentence. Dates
// and roles are written as the pages write them, by package words.
//
// A [Sender] delivers it. [SMTP] speaks to a mail server; [Folder], the embedded default, writes each message as a
// file that any mail program opens and prints one line with its path. [ReadFolder] reads such files back, for a page
// that shows them and for tests.
//
// Names in messages come from people, so [Render] makes one line of each, and a message whose header could be broken
// into several is not sent ([ErrMessage]). The caller builds links from the configured public address and never from
// a request's Host header.
//
// Errors and log lines hold no address, no name and no link.
package mail
