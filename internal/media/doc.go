// Package media turns photos as people send them into pictures that may be shown,
// and checks receipts.
//
// A photo arrives as a stranger's bytes. [Studio.Develop] looks at the first of
// them, at the dimensions and at the memory that decoding would take, and only then
// decodes; what it makes is two JPEG files of its own pixels, a page's width and a
// thumbnail, named by their SHA-256. The photo as it came is never served: with it
// go the place and time where it was taken, the camera's serial number, the small
// copy of what was cropped away, comments, color profiles and whatever was hung on
// behind the end. Only the orientation that the camera noted is applied.
//
// Taken are JPEG and PNG. Everything else is refused with a reason that has words
// in frontend/words, as a league.RuleError: a HEIC photo with what to change in the
// camera, a file that is two things at once, one that is damaged, one of more
// pixels than anybody photographs.
//
// A receipt ([Studio.ReadReceipt]) is a photo, or a PDF, which is stored as it came,
// never rendered, and only ever leaves as an attachment ([Attachment]). A PDF with
// scripts, programs to start or encryption is refused.
//
// A logo ([Studio.DevelopLogo]) is a JPEG, PNG or WebP file, of which two small PNG files are made that
// keep what is transparent. SVG is refused: it is a program as much as a picture.
//
// Where the files are kept is for package blob.
package media
