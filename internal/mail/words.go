package mail

import (
	"fmt"
	"text/template"

	"referto/frontend/words"
	"referto/internal/authz"
)

// functions lists the functions that templates call for a time, a day, a sum or a role in their language.
func functions(w *words.Words) template.FuncMap {
	return template.FuncMap{
		"when": w.Moment,
		"day":  w.Date,
		"euro": w.Euro,
		"role": func(code string) (string, error) { return role(w, code) },
		"step": func(step string) (string, error) { return hostingStep(w, step) },
	}
}

// hostingStep names the last step of a club's request.
func hostingStep(w *words.Words, step string) (string, error) {
	key := "hosting-is." + step
	if !w.Has(key) {
		return "", fmt.Errorf("no words for step %q", step)
	}
	return w.Text(key, nil), nil
}

// role names a role in the words of the regulations. A role that is never granted, or that has no name, is a fault of
// the program, found when the message is rendered.
func role(w *words.Words, code string) (string, error) {
	key := "role." + code
	if authz.Role(code).Implied() || !w.Has(key) {
		return "", fmt.Errorf("no name for role %q", code)
	}
	return w.Text(key, nil), nil
}
