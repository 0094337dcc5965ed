// Package media turns photos as people send them into pictures that may be shown,
// and checks receipts.
//
// A photo arrives as a stranger's bytes. [Studio.Develop] looks at the first of them, at the dimensions and at the
// memory that decoding would take, and only then decodes; it makes two JPEG files of its own pixels, a page's width
// and a thumbnail, named by their SHA-256. The original photo is never served, and so the place and time where it was
// taken, the camera's serial number, the small copy of cropped parts, comments, color profiles and any bytes after
// the end are dropped. Only the orientation that the camera noted is applied.
//
// JPEG and PNG are accepted. Everything else is refused with a reason that has words in frontend/words, as a
// league.RuleError: a HEIC photo with advice for the camera's settings, a file that is two things at once, a damaged
// one, one of more pixels than any camera takes.
//
// A receipt ([Studio.ReadReceipt]) is a photo, or a PDF, which is stored unchanged, never rendered, and always sent
// as an attachment ([Attachment]). A PDF with scripts, programs to start or encryption is refused.
//
// A logo ([Studio.DevelopLogo]) is a JPEG, PNG or WebP file, from which two small PNG files are made that keep
// transparency. SVG is refused: it is a program as much as a picture.
//
// Package blob stores the files.
package media
