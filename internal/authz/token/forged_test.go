package token_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"referto/internal/authz/token"
)

// object is a JSON object; a value of nil leaves the member out.
type object map[string]any

func (o object) with(changes object) object {
	out := maps.Clone(o)
	maps.Copy(out, changes)
	maps.DeleteFunc(out, func(_ string, v any) bool { return v == nil })
	return out
}

// forger writes tokens by hand, beside the library that reads them.
type forger struct {
	t      *testing.T
	key    ed25519.PrivateKey
	header object
	body   object
}

func (f forger) encode(v any) string {
	f.t.Helper()
	text, ok := v.(string)
	if !ok {
		b, err := json.Marshal(v)
		if err != nil {
			f.t.Fatal(err)
		}
		text = string(b)
	}
	return base64.RawURLEncoding.EncodeToString([]byte(text))
}

// token signs header and body, each an object or raw JSON, with sign.
func (f forger) token(header, body any, sign func([]byte) []byte) string {
	f.t.Helper()
	text := f.encode(header) + "." + f.encode(body)
	return text + "." + base64.RawURLEncoding.EncodeToString(sign([]byte(text)))
}

func (f forger) sign(text []byte) []byte { return ed25519.Sign(f.key, text) }

// head is a token of ours with a changed header, rightly signed.
func (f forger) head(changes object) string {
	f.t.Helper()
	return f.token(f.header.with(changes), f.body, f.sign)
}

// says returns a token of ours with changed claims, correctly signed.
func (f forger) says(changes object) string {
	f.t.Helper()
	return f.token(f.header, f.body.with(changes), f.sign)
}

// T20: whatever is wrong with a token, the answer is the same error.
func TestForgedTokens(t *testing.T) {
	t.Parallel()
	now := &clock{noon}
	ours := newKey(t)
	a := authority(t, token.Config{Keys: keys(t, ours), Now: now.Now})
	text := issue(t, a)
	parts := strings.Split(text, ".")
	f := forger{
		t: t, key: privateKey(t, ours),
		header: object{"alg": "EdDSA", "typ": "at+jwt", "kid": keyIDOf(t, parts[0])},
		body: object{
			"iss": issuer, "aud": []string{audience}, "sub": account.String(), "sid": session.String(),
			"iat": noon.Unix(), "exp": noon.Add(10 * time.Minute).Unix(),
		},
	}
	if _, err := a.Verify(f.head(nil)); err != nil {
		t.Fatalf("the forger cannot write a sound token, so the table proves nothing: %v", err)
	}
	if _, err := a.Verify(f.says(object{"aud": audience, "nbf": noon.Unix()})); err != nil {
		t.Fatalf("one audience as text and a time it begins are sound: %v", err)
	}

	stranger := privateKey(t, newKey(t))
	public := f.key.Public().(ed25519.PublicKey)
	publicPEM := publicOf(t, ours)
	mac := func(key []byte) func([]byte) []byte {
		return func(text []byte) []byte {
			h := hmac.New(sha256.New, key)
			h.Write(text)
			return h.Sum(nil)
		}
	}
	mac512 := func(text []byte) []byte {
		h := hmac.New(sha512.New, public)
		h.Write(text)
		return h.Sum(nil)
	}
	unsigned := func([]byte) []byte { return nil }
	byStranger := func(text []byte) []byte { return ed25519.Sign(stranger, text) }
	alg := func(name any) object { return f.header.with(object{"alg": name}) }
	strangersKey := object{"kty": "OKP", "crv": "Ed25519", "x": base64.RawURLEncoding.EncodeToString(stranger.Public().(ed25519.PublicKey))}
	upper := strings.ToUpper(account.String())
	bare := strings.ReplaceAll(account.String(), "-", "")
	minute := func(n int) int64 { return noon.Add(time.Duration(n) * time.Minute).Unix() }

	forged := []struct{ fault, token string }{
		// The text.
		{"nothing", ""},
		{"a word", "token"},
		{"two dots", ".."},
		{"two parts", parts[0] + "." + parts[1]},
		{"four parts", text + "." + parts[2]},
		{"five parts, as if encrypted", text + ".a.b"},
		{"a flood of dots", strings.Repeat(".", token.MaxLength)},
		{"longer than 4 kB, rightly signed", f.says(object{"pad": strings.Repeat("a", 4000)})},
		{"a space in front", " " + text},
		{"a line break behind", text + "\n"},
		{"a line break within the signature", text[:len(text)-4] + "\r\n" + text[len(text)-4:]},
		{"padding", text + "=="},
		{"the other alphabet of base64", strings.NewReplacer("-", "+", "_", "/").Replace(f.says(object{"x": "???>>>"}))},
		{"unused bits of the last character", malleable(text)},
		{"a header that is no JSON", f.token("{", f.body, f.sign)},
		{"a header that is null", f.token("null", f.body, f.sign)},
		{"claims that are no JSON", f.token(f.header, "{", f.sign)},
		{"claims that are a list", f.token(f.header, "[]", f.sign)},
		{"claims that are null", f.token(f.header, "null", f.sign)},

		// The algorithm.
		{"alg none, unsigned", f.token(alg("none"), f.body, unsigned)},
		{"alg None, unsigned", f.token(alg("None"), f.body, unsigned)},
		{"alg none with our signature", f.token(alg("none"), f.body, f.sign)},
		{"no alg", f.token(alg(nil), f.body, f.sign)},
		{"alg empty", f.token(alg(""), f.body, f.sign)},
		{"alg a number", f.token(alg(1), f.body, f.sign)},
		{"alg in another case", f.token(alg("eddsa"), f.body, f.sign)},
		{"alg Ed25519 (RFC 9864)", f.token(alg("Ed25519"), f.body, f.sign)},
		{"HS256 keyed by our public key", f.token(alg("HS256"), f.body, mac(public))},
		{"HS256 keyed by its PEM", f.token(alg("HS256"), f.body, mac(publicPEM))},
		{"HS256 keyed by nothing", f.token(alg("HS256"), f.body, mac(nil))},
		{"HS512 keyed by our public key", f.token(alg("HS512"), f.body, mac512)},
		{"ES256 by a stranger", f.token(alg("ES256"), f.body, signES256(t))},
		{"RS256 by a stranger", f.token(alg("RS256"), f.body, signRS256(t))},

		// The key.
		{"another key under our key's id", f.token(f.header, f.body, byStranger)},
		{"an unknown key id", f.head(object{"kid": "unknown"})},
		{"no key id", f.head(object{"kid": nil})},
		{"an empty key id", f.head(object{"kid": ""})},
		{"a key id that is a number", f.head(object{"kid": 0})},
		{"a key id that is a list", f.head(object{"kid": []any{f.header["kid"]}})},
		{"a key id that is a path", f.token(f.header.with(object{"kid": "../../../dev/null"}), f.body, byStranger)},
		{"a key id that is SQL", f.token(f.header.with(object{"kid": "' or 1=1 --"}), f.body, byStranger)},
		{"it brings its key along (jwk)", f.token(f.header.with(object{"jwk": strangersKey}), f.body, byStranger)},
		{"it brings our key along (jwk)", f.head(object{"jwk": strangersKey})},
		{"it says where its key is (jku)", f.token(f.header.with(object{"jku": "https://evil.example/jwks"}), f.body, byStranger)},
		{"it names a certificate (x5u)", f.head(object{"x5u": "https://evil.example/cert"})},
		{"it brings certificates (x5c)", f.head(object{"x5c": []string{"AAAA"}})},
		{"a critical extension", f.head(object{"crit": []string{"exp"}})},
		{"an unencoded payload (RFC 7797)", f.head(object{"b64": false, "crit": []string{"b64"}})},
		{"a content type", f.head(object{"cty": "JWT"})},

		// The type.
		{"no type", f.head(object{"typ": nil})},
		{"type JWT", f.head(object{"typ": "JWT"})},
		{"type in another case", f.head(object{"typ": "AT+JWT"})},
		{"the long spelling of the type", f.head(object{"typ": "application/at+jwt"})},
		{"the type of a state token", f.head(object{"typ": "state+jwt"})},
		{"the type of an identity token", f.head(object{"typ": "id+jwt"})},

		// The signature.
		{"unsigned", parts[0] + "." + parts[1] + "."},
		{"a cut signature", text[:len(text)-8]},
		{"a changed signature", parts[0] + "." + parts[1] + "." + flip(parts[2])},
		{"the signature of another token", parts[0] + "." + parts[1] + "." + strings.Split(f.says(object{"iat": minute(-1)}), ".")[2]},
		{"changed claims under our signature", parts[0] + "." + f.encode(f.body.with(object{"sub": session.String()})) + "." + parts[2]},
		{"a changed header under our signature", f.encode(f.header.with(object{"typ": "JWT"})) + "." + parts[1] + "." + parts[2]},

		// The time.
		{"no expiry", f.says(object{"exp": nil})},
		{"an expiry of null", f.token(f.header, strings.Replace(string(mustJSON(t, f.body)), fmt.Sprint(minute(10)), "null", 1), f.sign)},
		{"expired a minute ago", f.says(object{"iat": minute(-11), "exp": minute(-1)})},
		{"expired this moment", f.says(object{"iat": minute(-10), "exp": minute(0)})},
		{"a life of eleven minutes", f.says(object{"exp": minute(11)})},
		{"a life of a century", f.says(object{"exp": minute(60 * 24 * 36525)})},
		{"an expiry beyond every calendar", f.says(object{"exp": 1e300})},
		{"no time of issue", f.says(object{"iat": nil})},
		{"issued in two minutes", f.says(object{"iat": minute(2)})},
		{"issued after it expires", f.says(object{"iat": minute(9), "exp": minute(8)})},
		{"valid from in two minutes", f.says(object{"nbf": minute(2)})},

		// The parties.
		{"no issuer", f.says(object{"iss": nil})},
		{"another issuer", f.says(object{"iss": "https://evil.example"})},
		{"our issuer with a slash", f.says(object{"iss": issuer + "/"})},
		{"no audience", f.says(object{"aud": nil})},
		{"another audience", f.says(object{"aud": "https://other.example"})},
		{"no audience in the list", f.says(object{"aud": []string{}})},
		{"us among others", f.says(object{"aud": []string{audience, "https://other.example"}})},
		{"the audience as an object", f.says(object{"aud": object{"0": audience}})},
		{"no account", f.says(object{"sub": nil})},
		{"an account that is no id", f.says(object{"sub": "admin"})},
		{"an account that is a number", f.says(object{"sub": 1})},
		{"the account nobody has", f.says(object{"sub": "00000000-0000-0000-0000-000000000000"})},
		{"an account in upper case", f.says(object{"sub": upper})},
		{"an account as a urn", f.says(object{"sub": "urn:uuid:" + account.String()})},
		{"an account in braces", f.says(object{"sub": "{" + account.String() + "}"})},
		{"an account without dashes", f.says(object{"sub": bare})},
		{"no session", f.says(object{"sid": nil})},
		{"a session that is no id", f.says(object{"sid": "1"})},
		{"a session in upper case", f.says(object{"sid": upper})},
		{"the session nobody has", f.says(object{"sid": "00000000-0000-0000-0000-000000000000"})},
		{"a session in a list", f.says(object{"sid": []string{session.String()}})},

		// Texts that are no access token.
		{"a refresh token", token.NewRefresh().Text},
		{"an API key", token.NewAPIKey(token.Live).Text},
	}
	if len(forged) < 40 {
		t.Fatalf("only %d forged tokens", len(forged))
	}
	for _, tt := range forged {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			for range 2 { // the second time nothing must have been remembered
				claims, err := a.Verify(tt.token)
				if err != token.ErrInvalid { //nolint:errorlint // it must be this very error, unwrapped
					t.Errorf("got %v", err)
				}
				if claims != (token.Claims{}) {
					t.Errorf("claims %+v", claims)
				}
			}
		})
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// keyIDOf reads the key id from the header of a token.
func keyIDOf(t *testing.T, part string) string {
	t.Helper()
	text, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	var header struct{ Alg, Typ, Kid string }
	if err := json.Unmarshal(text, &header); err != nil {
		t.Fatal(err)
	}
	if header.Alg != "EdDSA" || header.Typ != "at+jwt" || header.Kid == "" {
		t.Fatalf("header %s", text)
	}
	return header.Kid
}

const base64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// malleable changes the bits of the last character that no byte uses: 64 bytes
// take 86 characters, the last of which holds two bits.
func malleable(text string) string {
	last := strings.IndexByte(base64URL, text[len(text)-1])
	return text[:len(text)-1] + string(base64URL[last^1])
}

// flip changes the first character of a part.
func flip(part string) string {
	first := strings.IndexByte(base64URL, part[0])
	return string(base64URL[first^1]) + part[1:]
}

func signES256(t *testing.T) func([]byte) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return func(text []byte) []byte {
		digest := sha256.Sum256(text)
		r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
		if err != nil {
			t.Fatal(err)
		}
		return append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	}
}

func rsaKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func signRS256(t *testing.T) func([]byte) []byte {
	t.Helper()
	key := rsaKey(t)
	return func(text []byte) []byte {
		digest := sha256.Sum256(text)
		out, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest[:])
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

func rsaPublic(t *testing.T) []byte {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(rsaKey(t).Public())
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

func ecKey(t *testing.T) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}
