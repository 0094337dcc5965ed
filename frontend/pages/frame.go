package pages

import (
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// frame stands around the content of every page.
type frame struct {
	Lang, Theme, Title string
	// Description is the text that a chat or a search engine shows of the page below its title; "" for nothing.
	Description string
	// Brand is the tenant's name, or the product's where there is no tenant.
	Brand, Home string
	// Logo is the logo of the tenant; nil for none.
	Logo *logo
	// Closed tells readers of a closed tenant when it will be deleted, and links to the page on which the deletion
	// can be withdrawn; nil for an open tenant.
	Closed *choice
	// Sections are the pages of the tenant's navigation; none where there is no tenant.
	Sections []choice
	// SignIn links to the sign-in page, and back to this one; "" for a signed-in reader.
	SignIn string
	// Visitor describes the signed-in person; nil if there is none.
	Visitor   *visitorModel
	Languages []choice
	Themes    []choice
	// Sheet is a style sheet that only some pages need; "" for none.
	Sheet string
	// Unlisted pages ask search engines not to list them.
	Unlisted bool
	// Data is the address of the page's figures as JSON; "" for none.
	Data string
	// Twins lists the forms of the page that there are for programs.
	Twins []twin
	// Notices lead to what the site says about itself.
	Notices []choice
	// Live is the script's settings; nil where nothing can change.
	Live *liveSettings
}

// twin is the content of a page in another form: a table, a calendar.
type twin struct{ Name, Type, Address string }

// tableTwin is a table as CSV.
func tableTwin(w *words.Words, at string) twin {
	return twin{Name: w.Text("frame.data-csv", nil), Type: "text/csv", Address: at}
}

// choice is one of several ways to read the page.
type choice struct {
	Code, Name, Address string
	Current             bool
}

// ShownTheme is the theme asked for, "" unless it is one of the two.
func (r Reader) ShownTheme() string {
	if r.Theme == "light" || r.Theme == "dark" {
		return r.Theme
	}
	return ""
}

func (r Reader) words() *words.Words { return words.For(r.Lang) }

// frame makes the frame of the page at an address, whose own parameters the switches of language and theme keep.
func (r Reader) frame(tenant *openapi.Tenant, title string, at address) frame {
	w := r.words()
	f := frame{Lang: w.Lang(), Theme: r.ShownTheme(), Brand: "Referto", Home: r.link(address{path: "/"}), Title: title + " · Referto"}
	if tenant != nil {
		f.Brand, f.Home = tenant.Name, r.link(homeAddress(*tenant))
		f.Title = title + " · " + tenant.Name
		if title == tenant.Name {
			f.Title = title
		}
		f.Sections, f.Logo = r.sections(*tenant, at), r.logo(*tenant)
		if !r.Closed.IsZero() {
			f.Closed = &choice{Name: w.Text("deletion.closed", map[string]any{"date": w.Moment(r.Closed)}), Address: r.link(deletionAddress(*tenant))}
		}
	}
	f.visit(w, r, tenant, at)
	f.Languages = r.languages(tenant, at)
	f.Themes = r.themes(w, at)
	f.Notices = r.notices()
	return f
}

// languages offers the tenant's languages, or all.
func (r Reader) languages(tenant *openapi.Tenant, at address) []choice {
	offered := words.Languages()
	if tenant != nil {
		offered = slices.DeleteFunc(offered, func(lang string) bool {
			return !slices.Contains(tenant.Languages, openapi.Language(lang))
		})
	}
	var choices []choice
	for _, lang := range offered {
		in := r
		in.Lang, in.LangChosen = lang, true
		choices = append(choices, choice{
			Code: lang, Name: words.For(lang).Text("language.name", nil), Address: in.link(at), Current: lang == r.words().Lang(),
		})
	}
	return choices
}

func (r Reader) themes(w *words.Words, at address) []choice {
	var choices []choice
	for _, theme := range []string{"", "light", "dark"} {
		in := r
		in.Theme = theme
		name := "frame.theme-" + theme
		if theme == "" {
			name = "frame.theme-system"
		}
		choices = append(choices, choice{Code: theme, Name: w.Text(name, nil), Address: in.link(at), Current: theme == r.ShownTheme()})
	}
	return choices
}

// capital writes the first letter of a label large, where it stands alone.
func capital(text string) string {
	for i, first := range text {
		return strings.ToUpper(string(first)) + text[i+len(string(first)):]
	}
	return text
}
