// Package browser tests behavior that only a real browser shows: how many connections the open pages of a site hold,
// that they stay up to date, and how they look while the database is away. It holds tests only; they drive the
// Chromium of the system (Debian's package chromium-headless-shell, or chromium) on a server of their own.
package browser
