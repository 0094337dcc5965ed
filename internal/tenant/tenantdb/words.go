package tenantdb

// HasWords is the SQL condition that a text has all words of a parameter, a text array,
// anywhere in it; case and accents do not matter. Without words it holds.
func HasWords(text, words string) string {
	return `not exists (select from unnest(` + words + `::text[]) as asked (word) where strpos(` + plain(text) + `, ` + plain(`asked.word`) + `) = 0)`
}

// plain is a text without case and accents.
func plain(text string) string {
	return `regexp_replace(normalize(lower(` + text + `), NFKD), '[\u0300-\u036f]', '', 'g')`
}
