package tenant

import "strings"

// reserved are the slugs that would pass for the platform itself, in an address or as
// the name of a host, or that it may need one day.
var reserved = func() map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(`
		about abuse access account accounts admin administrator admins api app apps assets auth authorize
		backup beta billing blog bot calendar callback cdn certificate changelog chat client clients config console contact
		dashboard data database demo dev developer developers dns doc docs documentation download downloads
		email embed error errors example events export faq favicon feed feeds files font fonts forum ftp
		game games git graphql grpc guest health healthz help home host hostmaster hosts html http https
		image images imap img import index info internal invite issuer item items javascript jobs json
		legal license live livez local localdomain localhost log login logout logs
		mail mailer-daemon manage manager media member members message messages metrics mobile monitor monitoring
		name nameserver net network news nobody noc noreply no-reply notification notifications null
		oauth official oidc openapi organization owner page pages password payment payments ping pop postmaster
		press preview privacy private problem problems profile prometheus proxy public
		ranking rankings readyz receipt recovery referto register registration relay report reports reset rest robots root rss
		saml search secure security seasons server service services session sessions settings setup sftp share shop
		sign-in sign-out sign-up signin signout signup site sitemap smtp sql ssh ssl sso staff stage staging static stats status
		stream style styles subscribe support system
		team teams tenant tenants terms test testing tests token tokens tool tools trust
		undefined update updates upload uploads user users utility validation verify version
		web webhook webhooks webmail webmaster well-known whois widget wiki www www1 www2 xml xmpp`) {
		set[word] = true
	}
	return set
}()

// Reserved reports whether a slug is kept for the platform, so that no federation or club
// takes it: admin, api, login, support and their like. Slugs are lower-case.
func Reserved(slug string) bool { return reserved[slug] }
