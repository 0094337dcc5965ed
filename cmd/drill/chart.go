package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"go.yaml.in/yaml/v3"
)

// probe holds the interval at which a server is probed, and the number of consecutive answers that count.
type probe struct {
	Path     string
	Period   time.Duration
	Timeout  time.Duration
	Failures int
}

// chart holds the chart's settings for the life of a server.
type chart struct {
	readiness probe
	drain     string        // the setting
	grace     time.Duration // from the signal to the kill
	settled   time.Duration // for which a new server is ready before an old one goes
	replicas  int
}

// deployment are the parts of a Deployment that the drill follows.
type deployment struct {
	Kind string
	Spec struct {
		Replicas        int
		MinReadySeconds int `yaml:"minReadySeconds"`
		Template        struct {
			Spec struct {
				Grace      int `yaml:"terminationGracePeriodSeconds"`
				Containers []struct {
					Env            []struct{ Name, Value string }
					ReadinessProbe struct {
						HTTPGet          struct{ Path string } `yaml:"httpGet"`
						PeriodSeconds    int                   `yaml:"periodSeconds"`
						TimeoutSeconds   int                   `yaml:"timeoutSeconds"`
						FailureThreshold int                   `yaml:"failureThreshold"`
					} `yaml:"readinessProbe"`
				}
			}
		}
	}
}

// readChart reads the Deployment in a rendering of the chart.
func readChart(file string) (chart, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return chart{}, err
	}
	for decoder := yaml.NewDecoder(bytes.NewReader(content)); ; {
		var d deployment
		err := decoder.Decode(&d)
		if errors.Is(err, io.EOF) {
			return chart{}, fmt.Errorf("%s has no Deployment", file)
		}
		if err != nil {
			return chart{}, fmt.Errorf("%s: %w", file, err)
		}
		if d.Kind != "Deployment" || len(d.Spec.Template.Spec.Containers) != 1 {
			continue
		}
		server := d.Spec.Template.Spec.Containers[0]
		asked := server.ReadinessProbe
		c := chart{
			readiness: probe{asked.HTTPGet.Path, seconds(asked.PeriodSeconds), seconds(asked.TimeoutSeconds), asked.FailureThreshold},
			grace:     seconds(d.Spec.Template.Spec.Grace), settled: seconds(d.Spec.MinReadySeconds), replicas: d.Spec.Replicas,
		}
		for _, variable := range server.Env {
			if variable.Name == "DRAIN_DELAY" {
				c.drain = variable.Value
			}
		}
		if c.readiness.Period == 0 || c.grace == 0 || c.replicas < 2 || c.drain == "" {
			return chart{}, fmt.Errorf("%s: the Deployment has %+v", file, c)
		}
		return c, nil
	}
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
