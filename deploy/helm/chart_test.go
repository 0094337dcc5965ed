package helm_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"referto/deploy/helm/fingerprint"
	"referto/internal/tenant/tenantdb"
)

// object is one object of Kubernetes, or a part of it.
type object = map[string]any

// rendered are the objects of each rendering, by the name of its file.
func rendered(t *testing.T) map[string][]object {
	t.Helper()
	files, err := filepath.Glob("rendered/*.yaml")
	if err != nil || len(files) < 6 {
		t.Fatalf("renderings: %v, %v", files, err)
	}
	all := map[string][]object{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for decoder := yaml.NewDecoder(bytes.NewReader(content)); ; {
			var o object
			err := decoder.Decode(&o)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if o != nil {
				all[filepath.Base(file)] = append(all[filepath.Base(file)], o)
			}
		}
	}
	return all
}

// at finds the value at a path of an object, such as "spec.template"; nil for nothing.
func at(o any, path string) any {
	for _, name := range strings.Split(path, ".") {
		members, ok := o.(object)
		if !ok {
			return nil
		}
		o = members[name]
	}
	return o
}

// list are the objects in a list.
func list(value any) (out []object) {
	items, _ := value.([]any)
	for _, item := range items {
		if o, ok := item.(object); ok {
			out = append(out, o)
		}
	}
	return out
}

func text(value any) string { return fmt.Sprint(value) }

// pod is the specification of the pods that an object makes: itself, or its template.
func pod(o object) any {
	switch o["kind"] {
	case "Pod":
		return o["spec"]
	case "Deployment", "Job":
		return at(o, "spec.template.spec")
	case "CronJob":
		return at(o, "spec.jobTemplate.spec.template.spec")
	}
	return nil
}

// containers are all that run in the pods that an object makes.
func containers(o object) []object {
	return append(list(at(pod(o), "initContainers")), list(at(pod(o), "containers"))...)
}

func TestRenderingsAreOfThisChart(t *testing.T) {
	t.Parallel()
	noted, err := os.ReadFile(fingerprint.File)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := fingerprint.Of(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(noted)) != sum {
		t.Error("the chart, its examples or its renderings have changed since Helm rendered them: `make golden-chart`, and read the difference")
	}
}

// Every pod passes the restricted profile of Kubernetes, and no more: no root, nothing to write
// on, no rights of the cluster.
func TestPodsAreRestricted(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		seen := 0
		for _, o := range objects {
			spec := pod(o)
			if spec == nil {
				continue
			}
			seen++
			name := file + " " + text(o["kind"]) + " " + text(at(o, "metadata.name"))
			for path, want := range map[string]any{
				"securityContext.runAsNonRoot": true, "securityContext.runAsUser": 65532, "securityContext.seccompProfile.type": "RuntimeDefault",
				"automountServiceAccountToken": false, "hostNetwork": nil, "hostPID": nil, "hostIPC": nil,
			} {
				if got := at(spec, path); got != want {
					t.Errorf("%s: %s is %v, want %v", name, path, got, want)
				}
			}
			for _, c := range containers(o) {
				for path, want := range map[string]any{"securityContext.allowPrivilegeEscalation": false, "securityContext.readOnlyRootFilesystem": true, "securityContext.privileged": nil} {
					if got := at(c, path); got != want {
						t.Errorf("%s: %s is %v, want %v", name, path, got, want)
					}
				}
				if text(at(c, "securityContext.capabilities.drop")) != "[ALL]" || at(c, "resources.limits.memory") == nil {
					t.Errorf("%s: capabilities %v, memory %v", name, at(c, "securityContext.capabilities"), at(c, "resources.limits.memory"))
				}
			}
			for _, v := range list(at(spec, "volumes")) {
				if v["hostPath"] != nil {
					t.Errorf("%s: a volume of the node", name)
				}
			}
		}
		want := 3
		if keepsLists(file) {
			want++
		}
		if seen != want {
			t.Errorf("%s has %d pods, want server, migration and trial, and the lists' where they are kept", file, seen)
		}
	}
}

// Secrets come by reference: the chart makes none, and no address that holds a password is text.
func TestSecretsAreReferences(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		for _, o := range objects {
			if o["kind"] == "Secret" {
				t.Errorf("%s makes a secret", file)
			}
			for _, c := range containers(o) {
				for _, variable := range list(c["env"]) {
					value, name := text(variable["value"]), text(variable["name"])
					switch name {
					case "SMTP_URL", "LISTS_URL", "TRIAL_EMAIL", "TRIAL_PASSWORD", "PGPASSWORD":
						if at(variable, "valueFrom.secretKeyRef.name") == nil || at(variable, "valueFrom.secretKeyRef.optional") != nil {
							t.Errorf("%s: %s is %v", file, name, variable)
						}
					case "DATABASE_URL", "MIGRATE_DATABASE_URL", "BACKUP_DATABASE_URL", "FILES_URL":
						user, _, _ := strings.Cut(strings.TrimPrefix(value, "postgres://"), "@")
						literal := value == "file:///files" || strings.HasPrefix(user, "referto_") && !strings.Contains(user, ":")
						if at(variable, "valueFrom.secretKeyRef.name") == nil && !literal {
							t.Errorf("%s: %s is %v", file, name, variable)
						}
					}
				}
			}
		}
	}
}

// keepsLists reports whether the example of a rendering has lists kept.
func keepsLists(file string) bool {
	return strings.HasPrefix(file, "busy.") || strings.HasPrefix(file, "own-database.")
}

// Lists are read by two roles, each with an address and a password of its own, and reach the database and the bucket.
func TestListsAreReadByTwoRoles(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		reads, reaches := map[string]string{}, false
		for _, o := range objects {
			if o["kind"] == "NetworkPolicy" && strings.Contains(text(at(o, "spec.podSelector")), "component:lists") {
				reaches = len(list(at(o, "spec.egress"))) == 3
			}
			if o["kind"] == "NetworkPolicy" && strings.Contains(text(at(o, "spec.podSelector")), "cnpg.io/cluster") && !strings.Contains(text(at(o, "spec.ingress")), "lists") {
				t.Errorf("%s: the database lets nobody in who reads lists", file)
			}
			if o["kind"] != "CronJob" {
				continue
			}
			for _, c := range containers(o) {
				for _, variable := range list(c["env"]) {
					reads[text(c["name"])] += text(variable["name"]) + " "
				}
			}
		}
		switch {
		case !keepsLists(file):
			if len(reads) > 0 || reaches {
				t.Errorf("%s keeps lists: %v", file, reads)
			}
		case !reaches || !strings.HasPrefix(reads["counts"], "BACKUP_DATABASE_URL ") || strings.HasPrefix(reads["counts"], "DATABASE_URL") || !strings.HasPrefix(reads["lists"], "DATABASE_URL "):
			t.Errorf("%s: %v, reaches what it needs: %v", file, reads, reaches)
		}
	}
}

// Only migrations have the owner's address, and they have no other.
func TestMigrationsAloneHoldTheOwnersAddress(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		for _, o := range objects {
			migrates := strings.Contains(text(at(o, "metadata.labels")), "component:migrate")
			for _, c := range containers(o) {
				names := map[string]bool{}
				for _, variable := range list(c["env"]) {
					names[text(variable["name"])] = true
					if strings.Contains(text(variable["value"]), "referto_owner@") && !migrates {
						t.Errorf("%s: %s knows the owner", file, text(at(o, "metadata.name")))
					}
				}
				if names["MIGRATE_DATABASE_URL"] != migrates || names["DATABASE_URL"] && migrates {
					t.Errorf("%s: %s has %v", file, text(at(o, "metadata.name")), names)
				}
			}
		}
	}
}

// Migrations run before anything else changes, unless the database is made beside them.
func TestMigrationsAreAHook(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		hook := any("pre-install,pre-upgrade")
		if file == "own-database.install.yaml" {
			hook = nil
		}
		for _, o := range objects {
			if o["kind"] != "Job" {
				continue
			}
			annotations, _ := at(o, "metadata.annotations").(object)
			if annotations["helm.sh/hook"] != hook || text(at(o, "spec.backoffLimit")) != "10" {
				t.Errorf("%s: %v, tried %v times", file, annotations, at(o, "spec.backoffLimit"))
			}
		}
	}
}

// A namespace may forbid outgoing traffic by default: the policy that lets migrations reach the database exists
// before they run, and belongs to the release if they do.
func TestMigrationsReachTheDatabase(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		if file == "settings.install.yaml" {
			continue // no policies of the network
		}
		policies := 0
		for _, o := range objects {
			if o["kind"] != "NetworkPolicy" || !strings.Contains(text(at(o, "spec.podSelector")), "component:migrate") {
				continue
			}
			policies++
			annotations, _ := at(o, "metadata.annotations").(object)
			weight, hook := annotations["helm.sh/hook-weight"], annotations["helm.sh/hook"]
			if file == "own-database.install.yaml" {
				if hook != nil {
					t.Errorf("%s: %v", file, annotations)
				}
			} else if weight != "-1" || hook != "pre-install,pre-upgrade" { // migrations have 0
				t.Errorf("%s: %v", file, annotations)
			}
			if egress := list(at(o, "spec.egress")); len(egress) != 2 {
				t.Errorf("%s: migrations may reach %v", file, egress)
			}
		}
		if policies != 1 {
			t.Errorf("%s has %d policies for migrations", file, policies)
		}
	}
}

// In a namespace that forbids outgoing traffic by default the trial finds the server, and the address outside if it
// plays there. The policy is part of the release, and goes with it.
func TestTheTrialReachesTheServer(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		policies, outside := 0, file == "busy.install.yaml" // it plays at the public address
		for _, o := range objects {
			if o["kind"] != "NetworkPolicy" || !strings.Contains(text(at(o, "spec.podSelector")), "component:trial") {
				continue
			}
			policies++
			egress := list(at(o, "spec.egress"))
			if at(o, "metadata.annotations") != nil || text(at(o, "spec.policyTypes")) != "[Ingress Egress]" || len(egress) < 2 {
				t.Fatalf("%s: %v", file, o)
			}
			if names, server := text(egress[0]["ports"]), text(egress[1]); names != "[map[port:53 protocol:UDP] map[port:53 protocol:TCP]]" || egress[0]["to"] != nil ||
				!strings.Contains(server, "port:8080") || !strings.Contains(server, "app.kubernetes.io/component:server") {
				t.Errorf("%s: the trial may reach %v", file, egress)
			}
			if len(egress) > 2 != outside || outside && (egress[2]["to"] != nil || text(egress[2]["ports"]) != "[map[protocol:TCP]]") {
				t.Errorf("%s: the trial may reach %v", file, egress)
			}
		}
		if (policies == 1) == (file == "settings.install.yaml") { // which has no policies of the network
			t.Errorf("%s has %d policies for the trial", file, policies)
		}
	}
}

// Helm waits for migrations for as long as they may take, and longer.
func TestHelmWaitsForMigrations(t *testing.T) {
	t.Parallel()
	longest := 0
	for _, o := range rendered(t)["two-servers.install.yaml"] {
		if o["kind"] == "Job" {
			longest, _ = at(o, "spec.activeDeadlineSeconds").(int)
		}
	}
	if longest == 0 {
		t.Fatal("migrations may take for ever")
	}
	commands := 0
	for _, file := range []string{"install.md", "upgrade.md"} {
		page, err := os.ReadFile("../../docs/operate/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(page), "\n") {
			if !strings.HasPrefix(line, "helm ") || !strings.Contains(line, " install ") && !strings.Contains(line, " upgrade ") {
				continue
			}
			commands++
			_, patience, _ := strings.Cut(line, "--wait --timeout ")
			if waits, err := time.ParseDuration(patience); err != nil || waits <= time.Duration(longest)*time.Second {
				t.Errorf("%s: %s waits for %s, migrations may take %d s", file, line, waits, longest)
			}
		}
	}
	if commands != 3 {
		t.Errorf("%d commands in the pages, want 3", commands)
	}
}

// A server is replaced without one lost request: the next is ready before, the old one is not
// sent anything any more before it closes, and has ended before it is killed.
func TestServersAreReplacedOneByOne(t *testing.T) {
	t.Parallel()
	const underWay = 20 * time.Second // serve.drainTime
	for file, objects := range rendered(t) {
		for _, o := range objects {
			if o["kind"] != "Deployment" {
				continue
			}
			server := list(at(pod(o), "containers"))[0]
			drain := time.Duration(0)
			for _, variable := range list(server["env"]) {
				if variable["name"] == "DRAIN_DELAY" {
					drain, _ = time.ParseDuration(text(variable["value"]))
				}
			}
			grace, _ := at(pod(o), "terminationGracePeriodSeconds").(int)
			if drain < 5*time.Second || time.Duration(grace)*time.Second < max(45*time.Second, drain+underWay+5*time.Second) {
				t.Errorf("%s: drains %s, killed after %d s", file, drain, grace)
			}
			period, _ := at(server, "readinessProbe.periodSeconds").(int)
			failures, _ := at(server, "readinessProbe.failureThreshold").(int)
			if noticed := time.Duration(period*failures+1) * time.Second; noticed >= drain {
				t.Errorf("%s: unready is noticed after %s, the server drains %s", file, noticed, drain)
			}
			if file == "one-server.install.yaml" {
				continue // on a disk that one server mounts
			}
			if text(at(o, "spec.strategy.rollingUpdate.maxUnavailable")) != "0" {
				t.Errorf("%s: %v", file, at(o, "spec.strategy"))
			}
			otherwise := "DoNotSchedule"
			if file == "busy.install.yaml" { // it says preferred
				otherwise = "ScheduleAnyway"
			}
			if spread := list(at(pod(o), "topologySpreadConstraints")); len(spread) != 2 || spread[0]["topologyKey"] != "kubernetes.io/hostname" || spread[0]["whenUnsatisfiable"] != otherwise ||
				spread[0]["nodeTaintsPolicy"] != "Honor" || spread[1]["whenUnsatisfiable"] != "ScheduleAnyway" {
				t.Errorf("%s: spread over %v", file, spread)
			}
		}
	}
}

// Every alert has a section of its own with instructions.
func TestAlertsHaveARunbook(t *testing.T) {
	t.Parallel()
	pages, err := os.ReadFile("../../docs/operate/alerts.md")
	if err != nil {
		t.Fatal(err)
	}
	alerts := 0
	for _, o := range rendered(t)["busy.install.yaml"] {
		for _, group := range list(at(o, "spec.groups")) {
			for _, rule := range list(group["rules"]) {
				alerts++
				name := text(rule["alert"])
				if !strings.Contains(string(pages), "\n## "+name+"\n") || text(at(rule, "annotations.runbook_url")) != "https://wiki.example/referto#"+strings.ToLower(name) {
					t.Errorf("%s: %v", name, rule["annotations"])
				}
			}
		}
	}
	if sections := strings.Count(string(pages), "\n## "); alerts == 0 || sections != alerts {
		t.Errorf("%d alerts, %d sections", alerts, sections)
	}
}

// An installation has a budget for evictions if and only if it runs more than one server, and network policies unless
// its settings switch them off.
func TestMoreThanOneServer(t *testing.T) {
	t.Parallel()
	for file, objects := range rendered(t) {
		kinds := map[string]int{}
		for _, o := range objects {
			kinds[text(o["kind"])]++
		}
		several := file != "one-server.install.yaml"
		if (kinds["PodDisruptionBudget"] == 1) != several {
			t.Errorf("%s has %v", file, kinds)
		}
		if policies := kinds["NetworkPolicy"]; (file == "settings.install.yaml") != (policies == 0) {
			t.Errorf("%s has %d policies of the network", file, policies)
		}
	}
}

// A cluster of the chart's is backed up as documented in docs/operate/backup.md: every day and with all later writes,
// of which at most a minute is missing, and by a role that reads everything.
func TestTheDatabaseIsBackedUp(t *testing.T) {
	t.Parallel()
	clusters, schedules, stores := 0, 0, 0
	for file, objects := range rendered(t) {
		for _, o := range objects {
			switch o["kind"] {
			case "Cluster":
				clusters++
				longest, err := time.ParseDuration(text(at(o, "spec.postgresql.parameters.archive_timeout")))
				if err != nil || longest <= 0 || longest > time.Minute/2 {
					t.Errorf("%s: what was written is archived after %s: %v", file, longest, err)
				}
				archive := list(at(o, "spec.plugins"))
				if len(archive) != 1 || archive[0]["name"] != barman || archive[0]["isWALArchiver"] != true || at(archive[0], "parameters.barmanObjectName") != at(o, "metadata.name") {
					t.Errorf("%s: what is written is archived by %v", file, archive)
				}
				reads := 0
				for _, role := range list(at(o, "spec.managed.roles")) {
					if role["bypassrls"] == true {
						reads++
						if role["name"] != tenantdb.BackupRole || text(role["inRoles"]) != "[pg_read_all_data]" || role["superuser"] != nil || at(role, "passwordSecret.name") == nil {
							t.Errorf("%s: past row-level security reads %v", file, role)
						}
					}
				}
				if reads != 1 {
					t.Errorf("%s: %d roles read everything, want one", file, reads)
				}
			case "ScheduledBackup":
				schedules++
				if at(o, "spec.method") != "plugin" || at(o, "spec.pluginConfiguration.name") != barman {
					t.Errorf("%s: backups are made by %v", file, o["spec"])
				}
			case "ObjectStore":
				stores++
				annotations, _ := at(o, "metadata.annotations").(object)
				if at(o, "spec.configuration.destinationPath") == nil || at(o, "spec.retentionPolicy") != "30d" || annotations["helm.sh/resource-policy"] != "keep" {
					t.Errorf("%s: backups go to %v", file, o)
				}
			}
		}
	}
	if clusters == 0 || clusters != schedules || clusters != stores {
		t.Errorf("%d clusters, %d schedules of backups, %d places for them", clusters, schedules, stores)
	}
}

// barman is the plugin of CloudNativePG that makes backups.
const barman = "barman-cloud.cloudnative-pg.io"

// The cluster that docs/operate/backup.md restores equals the chart's except for its source: no protection of the
// data is lost on the way.
func TestTheRestoredDatabaseIsLikeTheFirst(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operate/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	_, manifest, _ := strings.Cut(string(page), "```yaml\n")
	manifest, _, _ = strings.Cut(manifest, "```\n")
	restored, first := map[string]object{}, map[string]object{}
	for decoder := yaml.NewDecoder(strings.NewReader(manifest)); ; {
		var o object
		if err := decoder.Decode(&o); err != nil {
			break
		}
		restored[text(o["kind"])], _ = o["spec"].(object)
	}
	for _, o := range rendered(t)["own-database.install.yaml"] {
		first[text(o["kind"])], _ = o["spec"].(object)
	}
	cluster, schedule := restored["Cluster"], restored["ScheduledBackup"]
	if at(cluster, "bootstrap.recovery.source") != "referto-db" || schedule == nil {
		t.Fatalf("the page restores %v", restored)
	}
	if at(schedule, "cluster.name") != "referto-db-restored" {
		t.Errorf("backups are made of %v", schedule["cluster"])
	}
	for _, came := range []string{"database", "owner", "secret"} {
		if diff := cmp.Diff(at(first["Cluster"], "bootstrap.initdb."+came), at(cluster, "bootstrap.recovery."+came)); diff != "" {
			t.Errorf("%s (-first +restored):\n%s", came, diff)
		}
	}
	for _, of := range []struct {
		kind  string
		apart []string
	}{{"Cluster", []string{"bootstrap", "externalClusters"}}, {"ScheduledBackup", []string{"cluster"}}} {
		for _, name := range of.apart {
			delete(restored[of.kind], name)
			delete(first[of.kind], name)
		}
		if diff := cmp.Diff(first[of.kind], restored[of.kind]); diff != "" {
			t.Errorf("%s (-first +restored):\n%s", of.kind, diff)
		}
	}
}
