package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// release is the name under which an example is installed.
const release = "referto"

// try takes an example through the life of a release.
func (c *cluster) try(ctx context.Context, chart, values string) error {
	name := strings.TrimSuffix(filepath.Base(values), ".yaml")
	own, one := name == "own-database", name == "one-server"
	text, err := os.ReadFile(values)
	if err != nil {
		return err
	}
	want := 2 // the chart's default
	if found := regexp.MustCompile(`(?m)^replicas: (\d+)`).FindSubmatch(text); found != nil {
		if want, err = strconv.Atoi(string(found[1])); err != nil {
			return err
		}
	}
	before, err := c.everything(ctx)
	if err != nil {
		return err
	}
	rendering := filepath.Join(chart, "rendered", name+".install.yaml")
	if _, err := c.kubectl(ctx, "apply", "-n", namespace, "--dry-run=server", "--validate=strict", "-f", rendering); err != nil {
		return fmt.Errorf("the API server refuses the rendering: %w", err)
	}
	if name == "one-server" {
		if err := c.apply(ctx, object{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": object{"name": "referto-files", "namespace": namespace}, "spec": object{
			"accessModes": []string{"ReadWriteOnce"}, "storageClassName": "", "volumeName": "files", "resources": object{"requests": object{"storage": "1Gi"}},
		}}, object{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": object{"name": "files"}, "spec": object{
			"accessModes": []string{"ReadWriteOnce"}, "capacity": object{"storage": "1Gi"}, "csi": object{"driver": "drill.test", "volumeHandle": "files"}, "claimRef": object{"name": "referto-files", "namespace": namespace},
		}}); err != nil {
			return err
		}
		defer func() {
			_, _ = c.kubectl(context.WithoutCancel(ctx), "delete", "-n", namespace, "pvc/referto-files", "pv/files")
		}()
		if before, err = c.everything(ctx); err != nil {
			return err
		}
	}
	arguments := []string{filepath.Join(chart, "referto"), "--namespace", namespace, "--values", values, "--wait", "--timeout", "120s"}
	steps := []struct {
		name, image string
		args        []string
	}{
		{"installed", "v1.0.0", append([]string{"install", release}, arguments...)},
		{"upgraded", "v1.1.0", append([]string{"upgrade", release}, append(arguments, "--set", "image.tag=v1.1.0,image.digest=")...)},
		{"rolled back", "v1.0.0", []string{"rollback", release, "1", "--namespace", namespace, "--wait", "--timeout", "120s"}},
	}
	var told []string
	for i, step := range steps {
		least := &atomic.Int64{}
		least.Store(1 << 30)
		watched, stop := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if i > 0 {
				c.leastReady(watched, least)
			}
		}()
		began := time.Now()
		_, err := c.call(ctx, c.helm, "", step.args...)
		stop()
		<-ended
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", step.name, err, c.events(ctx))
		}
		if err := c.checkServers(ctx, want, step.image, name == "busy" && i != 1); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		if i > 0 && !one && least.Load() < int64(want) {
			return fmt.Errorf("%s: only %d servers were ready, of %d", step.name, least.Load(), want)
		}
		if err := c.checkMigration(ctx, own && i != 1); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		told = append(told, fmt.Sprintf("%s in %.1f s", step.name, time.Since(began).Seconds()))
		if i > 0 {
			continue
		}
		ran, err := c.runBeside(ctx, strings.Contains(string(text), "\nlists: {enabled: true"))
		if err != nil {
			return err
		}
		told = append(told, ran)
	}
	if _, err := c.call(ctx, c.helm, "", "uninstall", release, "--namespace", namespace, "--wait", "--timeout", "120s"); err != nil {
		return fmt.Errorf("uninstalled: %w", err)
	}
	// The pod of the last test stays, so that its log can be read (docs/operate/install.md).
	if _, err := c.kubectl(ctx, "delete", "-n", namespace, "pod/"+release+"-trial"); err != nil {
		return fmt.Errorf("uninstalled: %w", err)
	}
	if err := c.checkLeft(ctx, before, own); err != nil {
		return fmt.Errorf("uninstalled: %w", err)
	}
	fmt.Printf("%-14s %s, uninstalled\n", name, strings.Join(told, ", "))
	return nil
}

type pods struct {
	Items []struct {
		Metadata struct{ Name, DeletionTimestamp string }
		Spec     struct {
			NodeName   string
			Containers []struct{ Image string }
		}
		Status struct {
			Conditions []struct{ Type, Status string }
		}
	}
}

// servers are the pods that serve.
func (c *cluster) servers(ctx context.Context) (p pods, err error) {
	return p, c.get(ctx, &p, "pods", "-l", "app.kubernetes.io/component=server")
}

// ready counts the pods that are ready and not about to go.
func (p pods) ready() (n int) {
	for _, pod := range p.Items {
		for _, condition := range pod.Status.Conditions {
			if condition.Type == "Ready" && condition.Status == "True" && pod.Metadata.DeletionTimestamp == "" {
				n++
			}
		}
	}
	return n
}

// leastReady notes the smallest number of ready servers until the context ends.
func (c *cluster) leastReady(ctx context.Context, least *atomic.Int64) {
	for ctx.Err() == nil {
		if p, err := c.servers(ctx); err == nil && ctx.Err() == nil {
			least.Store(min(least.Load(), int64(p.ready())))
		}
	}
}

// checkServers looks whether as many servers as are wanted run the image, on nodes of their own.
func (c *cluster) checkServers(ctx context.Context, want int, tag string, byDigest bool) error {
	var deployment struct {
		Spec   struct{ Replicas int }
		Status struct{ ReadyReplicas int }
	}
	var servers pods
	err := c.wait(ctx, 30*time.Second, func() (err error) {
		if err := c.get(ctx, &deployment, "deployment/"+release); err != nil {
			return err
		}
		if servers, err = c.servers(ctx); err != nil {
			return err
		}
		if deployment.Spec.Replicas != want || deployment.Status.ReadyReplicas != want || servers.ready() != want || len(servers.Items) != want {
			return fmt.Errorf("%d servers are ready and there are %d; asked for are %d, want %d", servers.ready(), len(servers.Items), deployment.Spec.Replicas, want)
		}
		return nil
	})
	if err != nil {
		return err
	}
	nodes := map[string]bool{}
	for _, pod := range servers.Items {
		nodes[pod.Spec.NodeName] = true
		image := pod.Spec.Containers[0].Image
		if byDigest != strings.Contains(image, "@sha256:") || !byDigest && !strings.HasSuffix(image, ":"+tag) {
			return fmt.Errorf("%s runs %s, want %s", pod.Metadata.Name, image, tag)
		}
	}
	if len(nodes) != min(want, 3) {
		return fmt.Errorf("%d servers on %d nodes", want, len(nodes))
	}
	return nil
}

// checkMigration checks whether migrations have run: a hook is gone when it has succeeded, and its outcome is in the
// events.
func (c *cluster) checkMigration(ctx context.Context, beside bool) error {
	if beside {
		var job struct{ Status struct{ Succeeded int } }
		return c.wait(ctx, 30*time.Second, func() error {
			if err := c.get(ctx, &job, "job/"+release+"-migrate-first"); err != nil {
				return err
			}
			if job.Status.Succeeded != 1 {
				return errors.New("the first migration has not run")
			}
			return nil
		})
	}
	var jobs struct{ Items []any }
	if err := c.get(ctx, &jobs, "jobs", "--field-selector", "metadata.name="+release+"-migrate"); err != nil || len(jobs.Items) != 0 {
		return fmt.Errorf("%d hooks are left: %w", len(jobs.Items), err)
	}
	events, err := c.kubectl(ctx, "get", "events", "-n", namespace, "--field-selector", "involvedObject.kind=Job,reason=Completed", "-o", "name")
	if err != nil || strings.TrimSpace(events) == "" {
		return fmt.Errorf("no migration has completed: %w", err)
	}
	return nil
}

// runBeside runs the pods of a release that do not serve: the test of Helm, and the Job of the lists, if they are
// kept, once. It returns what has run.
func (c *cluster) runBeside(ctx context.Context, lists bool) (string, error) {
	if _, err := c.call(ctx, c.helm, "", "test", release, "--namespace", namespace, "--timeout", "60s"); err != nil {
		return "", fmt.Errorf("tested: %w\n%s", err, c.events(ctx))
	}
	var schedules struct{ Items []any }
	if err := c.get(ctx, &schedules, "cronjobs"); err != nil {
		return "", err
	}
	if lists != (len(schedules.Items) == 1) {
		return "", fmt.Errorf("lists are kept: %v; there are %d Jobs with a schedule", lists, len(schedules.Items))
	}
	if !lists {
		return "tested", nil
	}
	for _, args := range [][]string{
		{"create", "job", "lists-now", "--from=cronjob/" + release + "-lists"},
		{"wait", "--for=condition=complete", "--timeout=60s", "job/lists-now"},
		{"delete", "--wait", "job/lists-now"},
	} {
		if _, err := c.kubectl(ctx, append([]string{"-n", namespace}, args...)...); err != nil {
			return "", fmt.Errorf("lists: %w\n%s", err, c.events(ctx))
		}
	}
	return "tested, lists kept", nil
}

// kinds are those that a release may have objects of.
const kinds = "deployments,replicasets,pods,jobs,cronjobs,services,poddisruptionbudgets,horizontalpodautoscalers,networkpolicies,ingresses,httproutes.gateway.networking.k8s.io,configmaps,secrets,persistentvolumeclaims,serviceaccounts,clusters.postgresql.cnpg.io,scheduledbackups.postgresql.cnpg.io,objectstores.barmancloud.cnpg.io,servicemonitors.monitoring.coreos.com,prometheusrules.monitoring.coreos.com"

// everything is the names of all objects in the namespace.
func (c *cluster) everything(ctx context.Context) (string, error) {
	return c.kubectl(ctx, "get", kinds, "-n", namespace, "-o", "name")
}

// checkLeft looks whether a release has left nothing but, where it is its own, its database and where its backups are.
func (c *cluster) checkLeft(ctx context.Context, before string, own bool) error {
	kept := []string{"cluster.postgresql.cnpg.io/" + release + "-db\n", "objectstore.barmancloud.cnpg.io/" + release + "-db\n"}
	err := c.wait(ctx, 30*time.Second, func() error {
		after, err := c.everything(ctx)
		if err != nil {
			return err
		}
		if own {
			for _, one := range kept {
				if !strings.Contains(after, one) {
					return fmt.Errorf("%s went with the release", strings.TrimSpace(one))
				}
				after = strings.Replace(after, one, "", 1)
			}
		}
		if after != before {
			return fmt.Errorf("left:\n%s\nbefore:\n%s", after, before)
		}
		return nil
	})
	if err == nil && own {
		_, err = c.kubectl(ctx, "delete", "-n", namespace, strings.TrimSpace(kept[0]), strings.TrimSpace(kept[1]))
	}
	return err
}

// events returns the latest events, for finding the reason of a failure.
func (c *cluster) events(ctx context.Context) string {
	text, _ := c.kubectl(ctx, "get", "events", "-n", namespace, "--sort-by=.lastTimestamp")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-15):], "\n")
}
