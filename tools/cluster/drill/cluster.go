package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// cluster is the control plane with the programs and files to call it.
type cluster struct {
	tools, folder, kubeconfig, helm string
	running                         []*exec.Cmd
}

// namespace is the one into which releases are installed; pods that are not restricted are refused there.
const namespace = "league"

// start starts etcd, the API server, the controllers, the scheduler and kwok, and waits until the API server is
// ready. The caller has to call end even after an error.
func start(ctx context.Context, tools, folder, stages string) (*cluster, error) {
	c := &cluster{tools: tools, folder: folder, kubeconfig: filepath.Join(folder, "kubeconfig")}
	ports, err := freePorts(3)
	if err != nil {
		return c, err
	}
	token := rand.Text()
	etcd, peers, api := "http://"+ports[0], "http://"+ports[1], ports[2]
	_, port, _ := net.SplitHostPort(api)
	for name, content := range map[string]string{
		"tokens":     token + ",admin,admin,system:masters\n",
		"kubeconfig": fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"drill","contexts":[{"name":"drill","context":{"cluster":"drill","user":"admin"}}],"clusters":[{"name":"drill","cluster":{"server":"https://%s","insecure-skip-tls-verify":true}}],"users":[{"name":"admin","user":{"token":"%s"}}]}`, api, token),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			return c, err
		}
	}
	if err := writeKey(filepath.Join(folder, "accounts.key")); err != nil {
		return c, err
	}
	if err := c.run("etcd", "--data-dir", filepath.Join(folder, "etcd"), "--listen-client-urls", etcd, "--advertise-client-urls", etcd,
		"--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", "default="+peers, "--unsafe-no-fsync", "--log-level", "error"); err != nil {
		return c, err
	}
	if err := c.run("cluster", "kube-apiserver", "--etcd-servers", etcd, "--bind-address", "127.0.0.1", "--secure-port", port, "--cert-dir", filepath.Join(folder, "certs"),
		"--token-auth-file", filepath.Join(folder, "tokens"), "--authorization-mode", "RBAC", "--service-cluster-ip-range", "10.99.0.0/16", "--allow-privileged=true",
		"--service-account-issuer", "https://drill.test", "--service-account-key-file", filepath.Join(folder, "accounts.key"), "--service-account-signing-key-file", filepath.Join(folder, "accounts.key"),
		"--endpoint-reconciler-type", "none"); err != nil {
		return c, err
	}
	if err := c.wait(ctx, 90*time.Second, func() error { _, err := c.kubectl(ctx, "get", "--raw", "/readyz"); return err }); err != nil {
		return c, fmt.Errorf("the API server: %w\n%s", err, c.log("cluster-kube-apiserver"))
	}
	if err := c.run("cluster", "kube-controller-manager", "--kubeconfig", c.kubeconfig, "--leader-elect=false", "--secure-port=0", "--service-account-private-key-file", filepath.Join(folder, "accounts.key")); err != nil {
		return c, err
	}
	if err := c.run("cluster", "kube-scheduler", "--kubeconfig", c.kubeconfig, "--leader-elect=false", "--secure-port=0"); err != nil {
		return c, err
	}
	kwok := []string{"--kubeconfig", c.kubeconfig, "--manage-all-nodes=true", "--node-ip", "127.0.0.1"}
	for _, kind := range []string{"node/fast", "node/heartbeat", "pod/fast"} {
		files, err := filepath.Glob(filepath.Join(stages, kind, "*.yaml"))
		if err != nil || len(files) == 0 {
			return c, fmt.Errorf("kwok has no stages in %s: %w", kind, err)
		}
		for _, file := range files {
			if filepath.Base(file) != "kustomization.yaml" {
				kwok = append(kwok, "--config", file)
			}
		}
	}
	trial := filepath.Join(folder, "trial.yaml")
	if err := os.WriteFile(trial, []byte(trialEnds), 0o600); err != nil {
		return c, err
	}
	return c, c.run("kwok", append(kwok, "--config", trial)...)
}

// trialEnds is a stage of kwok in which the pod of `helm test` succeeds, as those of Jobs do by its own stages.
const trialEnds = `{"apiVersion": "kwok.x-k8s.io/v1alpha1", "kind": "Stage", "metadata": {"name": "trial-ends"}, "spec": {
"resourceRef": {"apiGroup": "v1", "kind": "Pod"},
"selector": {"matchLabels": {"app.kubernetes.io/component": "trial"}, "matchExpressions": [{"key": ".status.phase", "operator": "In", "values": ["Running"]}]},
"next": {"statusTemplate": "phase: Succeeded"}}}
`

// freePorts returns addresses on loopback without a listener.
func freePorts(n int) (out []string, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		out = append(out, l.Addr().String())
	}
	return out, nil
}

// writeKey makes the key by which tokens of service accounts are signed.
func writeKey(path string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}), 0o600)
}

// run starts a program, whose output goes to a file.
func (c *cluster) run(name string, args ...string) error {
	called := name
	if name == "cluster" {
		called += "-" + args[0]
	}
	log, err := os.Create(filepath.Join(c.folder, called+".log"))
	if err != nil {
		return err
	}
	defer log.Close()
	command := exec.Command(filepath.Join(c.tools, name), args...)
	command.Dir, command.Stdout, command.Stderr = c.folder, log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		return err
	}
	c.running = append(c.running, command)
	return nil
}

// log are the last lines that a program wrote.
func (c *cluster) log(name string) string {
	content, _ := os.ReadFile(filepath.Join(c.folder, name+".log"))
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.Join(lines[max(0, len(lines)-15):], "\n")
}

// end stops all started programs, the last first.
func (c *cluster) end() error {
	for i := len(c.running) - 1; i >= 0; i-- {
		command := c.running[i]
		_ = command.Process.Signal(syscall.SIGTERM)
		ended := make(chan struct{})
		go func() { _ = command.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = command.Process.Kill()
		}
	}
	return nil
}

// wait asks again and again until there is no error.
func (c *cluster) wait(ctx context.Context, most time.Duration, ask func() error) error {
	for deadline := time.Now().Add(most); ; {
		err := ask()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// kubectl calls kubectl and returns its output.
func (c *cluster) kubectl(ctx context.Context, args ...string) (string, error) {
	return c.call(ctx, filepath.Join(c.tools, "cluster"), "", append([]string{"kubectl", "--kubeconfig", c.kubeconfig}, args...)...)
}

// apply has objects made, and refuses fields that there are not.
func (c *cluster) apply(ctx context.Context, objects ...any) error {
	for _, o := range objects {
		text, err := json.Marshal(o)
		if err != nil {
			return err
		}
		if _, err := c.call(ctx, filepath.Join(c.tools, "cluster"), string(text), "kubectl", "--kubeconfig", c.kubeconfig, "apply", "--validate=strict", "-f", "-"); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) call(ctx context.Context, name, in string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), "KUBECONFIG="+c.kubeconfig, "HELM_CACHE_HOME="+c.folder+"/helm", "HELM_CONFIG_HOME="+c.folder+"/helm", "HELM_DATA_HOME="+c.folder+"/helm")
	var out, errs bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(in), &out, &errs
	if err := command.Run(); err != nil {
		return out.String(), fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	return out.String(), nil
}

// get reads objects into out.
func (c *cluster) get(ctx context.Context, out any, args ...string) error {
	text, err := c.kubectl(ctx, append([]string{"get", "-n", namespace, "-o", "json"}, args...)...)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), out)
}
