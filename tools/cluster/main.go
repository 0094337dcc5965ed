// Command cluster is the control plane of Kubernetes in one program, called by the name of
// the part: `cluster kube-apiserver …`, `cluster kube-controller-manager …`,
// `cluster kube-scheduler …` and `cluster kubectl …`. The trial of the chart
// (make drill-chart) runs it on loopback with etcd, and kwok in the place of nodes.
//
// It is built from Kubernetes' own source, pinned in the go.mod beside it, since a registry
// of images is not everywhere at hand. The module is apart from all others: it brings some
// three hundred modules, which nothing else here should be held to.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	parts := map[string]func() *cobra.Command{
		"kube-apiserver":          apiserver.NewAPIServerCommand,
		"kube-controller-manager": controllers.NewControllerManagerCommand,
		"kube-scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
		"kubectl":                 kubectl.NewDefaultKubectlCommand,
	}
	if len(os.Args) < 2 || parts[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: cluster kube-apiserver|kube-controller-manager|kube-scheduler|kubectl …")
		os.Exit(2)
	}
	name := os.Args[1]
	os.Args = os.Args[1:]
	os.Exit(cli.Run(parts[name]()))
}
