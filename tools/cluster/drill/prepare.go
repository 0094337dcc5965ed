package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

type object = map[string]any

// furnish makes three nodes in as many zones, and the definitions of foreign kinds. Those of the Gateway API are the
// real ones. Those of CloudNativePG and of the Prometheus operator are of this drill, and accept any field: they show
// that such an object is made, kept and removed, not that its operator understands it.
func (c *cluster) furnish(ctx context.Context, gateway string) error {
	if _, err := c.kubectl(ctx, "apply", "--server-side", "-f", filepath.Join(gateway, "gateway.networking.k8s.io_httproutes.yaml")); err != nil {
		return err
	}
	objects := []any{
		definition("postgresql.cnpg.io", "v1", "Cluster"), definition("postgresql.cnpg.io", "v1", "ScheduledBackup"), definition("barmancloud.cnpg.io", "v1", "ObjectStore"),
		definition("monitoring.coreos.com", "v1", "ServiceMonitor"), definition("monitoring.coreos.com", "v1", "PrometheusRule"),
		object{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": object{"name": "important"}, "value": 1000},
	}
	for n := 1; n <= 3; n++ {
		objects = append(objects, object{"apiVersion": "v1", "kind": "Node", "metadata": object{
			"name":        fmt.Sprint("node-", n),
			"annotations": object{"kwok.x-k8s.io/node": "fake"},
			"labels":      object{"kubernetes.io/hostname": fmt.Sprint("node-", n), "topology.kubernetes.io/zone": fmt.Sprint("zone-", n), "pool": "league", "kubernetes.io/os": "linux"},
		}, "status": object{"allocatable": object{"cpu": "16", "memory": "64Gi", "pods": "110"}, "capacity": object{"cpu": "16", "memory": "64Gi", "pods": "110"}}})
	}
	return c.apply(ctx, objects...)
}

// prepare makes the namespace and the secrets that the examples refer to.
func (c *cluster) prepare(ctx context.Context) error {
	secret := func(name string, keys ...string) object {
		data := object{}
		for _, key := range keys {
			data[key] = "drill"
		}
		return object{"apiVersion": "v1", "kind": "Secret", "metadata": object{"name": name, "namespace": namespace}, "stringData": data}
	}
	return c.apply(ctx, object{"apiVersion": "v1", "kind": "Namespace", "metadata": object{"name": namespace, "labels": object{
		"pod-security.kubernetes.io/enforce": "restricted", "pod-security.kubernetes.io/enforce-version": "latest",
	}}}, secret("referto-keys", "signing.pem", "secret", "sealing"), secret("referto-database", "application", "owner", "backup", "app-url", "owner-url"),
		secret("referto-database-ca", "ca.crt"), secret("referto-db-ca", "ca.crt"), secret("referto-database-application", "username", "password"), secret("referto-database-owner", "username", "password"), secret("referto-database-backup", "username", "password"),
		secret("referto-backups", "ACCESS_KEY_ID", "ACCESS_SECRET_KEY"), secret("referto-files", "url", "bucket"), secret("referto-lists", "url"), secret("referto-mail", "url", "smtp"), secret("referto-trial", "email", "password"))
}

// definition is the definition of a kind whose objects may have any field.
func definition(group, version, kind string) object {
	singular := strings.ToLower(kind)
	return object{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": object{"name": singular + "s." + group}, "spec": object{
		"group": group, "scope": "Namespaced", "names": object{"kind": kind, "singular": singular, "plural": singular + "s", "listKind": kind + "List"},
		"versions": []any{object{"name": version, "served": true, "storage": true, "schema": object{"openAPIV3Schema": object{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}},
	}}
}
