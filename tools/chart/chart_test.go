package chart

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"referto/deploy/helm/fingerprint"
)

var update = flag.Bool("update", false, "rewrite what the chart renders")

// root is the folder of the chart, its examples and their renderings.
const root = "../../deploy/helm"

// binary is Helm, built once and kept in Go's cache.
var binary = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "tool", "-n", "helm").Output()
	return strings.TrimSpace(string(out)), err
})

// helm runs Helm and returns its output.
func helm(t *testing.T, args ...string) (string, error) {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatalf("build Helm: %v", err)
	}
	command := exec.CommandContext(t.Context(), path, args...)
	command.Env = append(os.Environ(), "HELM_CACHE_HOME="+t.TempDir(), "HELM_CONFIG_HOME="+t.TempDir(), "HELM_DATA_HOME="+t.TempDir())
	out, err := command.CombinedOutput()
	return string(out), err
}

// examples are the files of values.
func examples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "values", "*.yaml"))
	if err != nil || len(files) < 5 {
		t.Fatalf("want five examples, got %v, %v", files, err)
	}
	return files
}

func TestLint(t *testing.T) {
	t.Parallel()
	for _, values := range examples(t) {
		if said, err := helm(t, "lint", "--strict", filepath.Join(root, "referto"), "--values", values); err != nil {
			t.Errorf("%s: %v\n%s", values, err, said)
		}
	}
}

// The rendering of each example at an installation, and at an upgrade if that differs: a database that the
// installation makes does not exist before its first migration.
func TestRendered(t *testing.T) {
	t.Parallel()
	for _, values := range examples(t) {
		moments := []string{"install"}
		if filepath.Base(values) == "own-database.yaml" {
			moments = append(moments, "upgrade")
		}
		for _, moment := range moments {
			name := strings.TrimSuffix(filepath.Base(values), ".yaml") + "." + moment + ".yaml"
			args := []string{"template", "referto", filepath.Join(root, "referto"), "--namespace", "league", "--values", values}
			if moment == "upgrade" {
				args = append(args, "--is-upgrade")
			}
			got, err := helm(t, args...)
			if err != nil {
				t.Fatalf("%s: %v\n%s", values, err, got)
			}
			golden := filepath.Join(root, "rendered", name)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s: is not what the chart renders now: `make golden-chart`, and read the difference\n%s", golden, firstDifference(string(want), got))
			}
		}
	}
	if *update && !t.Failed() {
		sum, err := fingerprint.Of(os.DirFS(root))
		if err == nil {
			err = os.WriteFile(filepath.Join(root, fingerprint.File), []byte(sum+"\n"), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// firstDifference are the lines in which two texts begin to differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\n-%s\n+%s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(b), len(a))
}

// A release that would lose data or come up half is refused, and the missing settings are named.
func TestRefused(t *testing.T) {
	t.Parallel()
	const two, own, one = "two-servers", "own-database", "one-server"
	for _, tt := range []struct{ name, example, set, want string }{
		{"no image", two, "image.repository=", "image.repository is missing"},
		{"no release", two, "image.tag=", "image.tag or image.digest is missing"},
		{"a release left to chance", two, "image.tag=latest", "image/tag"},
		{"no address", two, "publicURL=", "publicURL is missing"},
		{"an address with a slash", two, "publicURL=https://league.example/", "publicURL"},
		{"no keys", two, "keys.secretName=", "keys.secretName is missing"},
		{"no database", two, "database.external.secretName=", "database.external.secretName is missing"},
		{"a database of the program's own", two, "database.kind=embedded", "database/kind"},
		{"no mail server", two, "mail.secretName=", "mail.secretName is missing"},
		{"no sender", two, "mail.from=", "mail.from is missing"},
		{"no bucket", two, "files.secretName=", "files.secretName is missing"},
		{"lists that are kept nowhere", own, "lists.secretName=", "lists.secretName is missing"},
		{"lists at no time", own, "lists.schedule=nightly", "lists/schedule"},
		{"a disk for two servers", one, "replicas=2", "files.kind=volume goes with replicas=1"},
		{"a disk for as many as there may be", one, "autoscaling.enabled=true", "files.kind=volume goes with replicas=1"},
		{"a disk that is nowhere", one, "files.claimName=", "files.claimName is missing"},
		{"no password of the application role", own, "database.cloudnativePG.applicationSecretName=", "applicationSecretName is missing"},
		{"no password of the owner role", own, "database.cloudnativePG.ownerSecretName=", "ownerSecretName is missing"},
		{"backups without a place", own, "database.cloudnativePG.backup.destination=", "say where backups go"},
		{"an ingress that is not trusted", own, "trustedProxies=null", "trustedProxies is missing"},
		{"a gateway that is not trusted", two, "trustedProxies=null", "trustedProxies is missing"},
		{"TLS that ends elsewhere", two, "gateway.enabled=false,trustedProxies=null", "trustedProxies is missing"},
		{"a limit below nothing", two, "limits.account=-1", "limits/account"},
		{"a gateway without a name", two, "gateway.name=", "gateway.name is missing"},
		{"TLS without a certificate", own, "ingress.tlsSecretName=", "ingress.tlsSecretName is missing"},
		{"killed before it has ended", two, "stopping.drain=40", "stopping.grace has to be 45 at least"},
		{"killed at once", two, "stopping.grace=30", "stopping/grace"},
		{"a setting that the chart sets", two, "settings.DATABASE_URL=postgres://here", "settings.DATABASE_URL: the chart sets it"},
		{"a secret as text", two, "database.external.url=postgres://here", "additional properties 'url' not allowed"},
		{"a word that is misspelled", two, "replica=3", "additional properties 'replica' not allowed"},
		{"fewer at most than at least", "busy", "autoscaling.most=2", "autoscaling.most is less than replicas"},
		{"a third way to spread servers", two, "spread.nodes=sometimes", "spread/nodes"},
		{"no limit of memory", two, "resources.limits.memory=null", "memory"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			said, err := helm(t, "template", "referto", filepath.Join(root, "referto"), "--values", filepath.Join(root, "values", tt.example+".yaml"), "--set", tt.set)
			if err == nil || !strings.Contains(said, tt.want) {
				t.Errorf("with %s: %v\n%.600s", tt.set, err, said)
			}
		})
	}
}

// The annotations of ingress-nginx go to its class alone: another controller does not read them, and a reader of the
// Ingress should not think that it does. Explicit annotations go to any class.
func TestAnnotationsOfAnIngress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		class, says string
		want        []string
		nginx       bool
	}{
		{"nginx", "", []string{`proxy-buffering: "off"`, `proxy-read-timeout: "3600"`, "proxy-body-size: 32m"}, true},
		{"nginx", "ingress.annotations.one=two", []string{`proxy-buffering: "off"`, "one: two"}, true},
		{"traefik", "", nil, false},
		{"contour", "ingress.annotations.one=two", []string{"one: two"}, false},
	} {
		args := []string{"template", "referto", filepath.Join(root, "referto"), "--values", filepath.Join(root, "values", "busy.yaml"), "--show-only", "templates/entrance.yaml", "--set", "ingress.className=" + tt.class}
		if tt.says != "" {
			args = append(args, "--set", tt.says)
		}
		said, err := helm(t, args...)
		if err != nil {
			t.Fatalf("%s: %v\n%s", tt.class, err, said)
		}
		if strings.Contains(said, "nginx.ingress.kubernetes.io/") != tt.nginx || strings.Contains(said, "annotations:") != (len(tt.want) > 0) {
			t.Errorf("%s, %q:\n%s", tt.class, tt.says, said)
		}
		for _, want := range tt.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s, %q: no %q in\n%s", tt.class, tt.says, want, said)
			}
		}
	}
}

// A release without settings is refused with all that is missing, at once.
func TestAllThatIsMissingIsSaidAtOnce(t *testing.T) {
	t.Parallel()
	said, err := helm(t, "template", "referto", filepath.Join(root, "referto"))
	if err == nil {
		t.Fatal("rendered without a value")
	}
	for _, want := range []string{"image.repository", "publicURL", "keys.secretName", "mail.secretName", "mail.from", "image.tag", "database.external.secretName", "files.secretName"} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not named in\n%s", want, said)
		}
	}
}
