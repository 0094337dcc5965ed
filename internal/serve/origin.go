package serve

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// errCrossOrigin: a form was not sent from a page of this site.
var errCrossOrigin = errors.New("serve: a form from elsewhere")

// fromHere reports whether a page of this site has sent a request: by its Origin, else by Sec-Fetch-Site. A browser
// that we support sends one of them.
func fromHere(r *http.Request, public string) bool {
	said := r.Header.Get("Origin")
	if said == "" || said == "null" {
		return r.Header.Get("Sec-Fetch-Site") == "same-origin"
	}
	if strings.EqualFold(said, originOf(public)) {
		return true
	}
	origin, err := url.Parse(said)
	if err != nil {
		return false
	}
	return origin.Host != "" && origin.Host == r.Host && loopback(origin.Hostname()) // a server that is tried out on its own machine
}

// originOf is the scheme and the host of an address.
func originOf(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
