{{- define "referto.name" -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{- end }}

{{- define "referto.selector" -}}
app.kubernetes.io/name: referto
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "referto.labels" -}}
{{ include "referto.selector" . }}
app.kubernetes.io/version: {{ (.Values.image.tag | default "digest") | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "referto.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag }}{{ end }}
{{- end }}

{{/* Whether the database is a cluster of CloudNativePG. */}}
{{- define "referto.cnpg" -}}{{ if eq .Values.database.kind "cloudnative-pg" }}yes{{ end }}{{- end }}

{{- define "referto.cluster" -}}{{ include "referto.name" . }}-db{{- end }}

{{/* Migrations of a new release are a hook, which runs before anything else changes. A cluster made by
the same installation does not exist before it: then the migrations are an ordinary Job, and the
servers wait for it. */}}
{{- define "referto.migrateAsHook" -}}{{ if not (and (include "referto.cnpg" .) .Release.IsInstall) }}yes{{ end }}{{- end }}

{{- define "referto.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "referto.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "referto.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The address of the database for a role, in an environment variable. For a cluster of CloudNativePG
there is only a secret with the role's password, which the driver reads from PGPASSWORD. Takes the
root, the variable's name, the role, and the secret's name and key. */}}
{{- define "referto.databaseAddress" -}}
{{- $root := .root -}}
{{- if include "referto.cnpg" $root }}
- name: {{ .variable }}
  value: postgres://{{ .role }}@{{ include "referto.cluster" $root }}-rw:5432/referto?sslmode=verify-full&sslrootcert=/etc/referto/database/ca.crt
- name: PGPASSWORD
  valueFrom: {secretKeyRef: {name: {{ .basic }}, key: password}}
{{- else }}
- name: {{ .variable }}
  valueFrom: {secretKeyRef: {name: {{ $root.Values.database.external.secretName }}, key: {{ .key }}}}
{{- end }}
{{- end }}

{{/* The secret that holds the certificate of the database's authority; "" for none. */}}
{{- define "referto.databaseCA" -}}
{{- if include "referto.cnpg" . }}{{ include "referto.cluster" . }}-ca{{ else }}{{ .Values.database.external.caSecretName }}{{ end }}
{{- end }}

{{/* The rule of a NetworkPolicy that lets a pod use DNS. */}}
{{- define "referto.toNames" -}}
- ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]
{{- end }}

{{/* Rules of a NetworkPolicy that let a pod use DNS and reach the database. */}}
{{- define "referto.toDatabase" -}}
{{ include "referto.toNames" . }}
- ports: [{port: {{ if include "referto.cnpg" . }}5432{{ else }}{{ .Values.database.external.port }}{{ end }}, protocol: TCP}]
  {{- if include "referto.cnpg" . }}
  to:
    - podSelector: {matchLabels: {cnpg.io/cluster: {{ include "referto.cluster" . }}}}
  {{- else if .Values.database.external.cidrs }}
  to:
    {{- range .Values.database.external.cidrs }}
    - ipBlock: {cidr: {{ . }}}
    {{- end }}
  {{- end }}
{{- end }}

{{/* A quantity of memory in bytes. */}}
{{- define "referto.bytes" -}}
{{- if hasSuffix "Gi" . }}{{ mulf (trimSuffix "Gi" . | float64) 1073741824 | int64 }}{{ else }}{{ mulf (trimSuffix "Mi" . | float64) 1048576 | int64 }}{{ end }}
{{- end }}

{{/* The image, arguments and environment of a container that keeps lists, with the address of the database for a role; takes the parameters of "referto.databaseAddress". */}}
{{- define "referto.keepLists" -}}
{{- $root := .root -}}
image: {{ include "referto.image" $root }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
args: [keep-lists]
env:
  {{- include "referto.databaseAddress" . | nindent 2 }}
  - name: LISTS_URL
    valueFrom: {secretKeyRef: {name: {{ $root.Values.lists.secretName }}, key: {{ $root.Values.lists.secretKey }}}}
resources:
  requests: {cpu: 50m, memory: 64Mi}
  limits: {memory: 256Mi}
securityContext: {{- include "referto.containerSecurity" $root | nindent 2 }}
{{- if include "referto.databaseCA" $root }}
volumeMounts:
  - {name: database-ca, mountPath: /etc/referto/database, readOnly: true}
{{- end }}
{{- end }}
