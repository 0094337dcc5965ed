{{/* Lists all missing or conflicting values at once: a release that would lose data or only half
work is not made. Included by the Deployment, so that every rendering checks it. */}}
{{- define "referto.refuse" -}}
{{- $faults := list -}}
{{- $v := .Values -}}
{{- range $path, $what := dict
  "image.repository" "the image that `make image` made, in your registry"
  "publicURL" "the address people use"
  "keys.secretName" "the secret with the files that `api make-keys` makes"
  "mail.secretName" "the secret with the address of the mail server: nobody can confirm an account without mail"
  "mail.from" "the sender of mails"
-}}
  {{- $value := $v -}}
  {{- range splitList "." $path }}{{ $value = index $value . }}{{ end -}}
  {{- if not $value }}{{ $faults = append $faults (printf "%s is missing: %s" $path $what) }}{{ end -}}
{{- end -}}
{{- if not (or $v.image.tag $v.image.digest) }}{{ $faults = append $faults "image.tag or image.digest is missing: which release is run is never left to chance" }}{{ end -}}
{{- if eq $v.database.kind "external" -}}
  {{- if not $v.database.external.secretName }}{{ $faults = append $faults "database.external.secretName is missing: the secret with the addresses of the application and the owner role" }}{{ end -}}
{{- else -}}
  {{- $c := $v.database.cloudnativePG -}}
  {{- if not $c.applicationSecretName }}{{ $faults = append $faults "database.cloudnativePG.applicationSecretName is missing: the secret with the password of referto_app" }}{{ end -}}
  {{- if not $c.ownerSecretName }}{{ $faults = append $faults "database.cloudnativePG.ownerSecretName is missing: the secret with the password of referto_owner" }}{{ end -}}
  {{- if and $c.backup.enabled (not (and $c.backup.destination $c.backup.secretName)) }}{{ $faults = append $faults "database.cloudnativePG.backup.destination and .secretName are missing: say where backups go, or backup.enabled=false" }}{{ end -}}
{{- end -}}
{{- $several := or (gt (int $v.replicas) 1) $v.autoscaling.enabled -}}
{{- if eq $v.files.kind "s3" -}}
  {{- if not $v.files.secretName }}{{ $faults = append $faults "files.secretName is missing: the secret with the address of the bucket" }}{{ end -}}
{{- else -}}
  {{- if $several }}{{ $faults = append $faults "files.kind=volume goes with replicas=1 and without autoscaling: a photo that one server keeps on its disk the others do not find" }}{{ end -}}
  {{- if not $v.files.claimName }}{{ $faults = append $faults "files.claimName is missing: the claim of the volume that files are kept on" }}{{ end -}}
{{- end -}}
{{- if and $v.lists.enabled (not $v.lists.secretName) }}{{ $faults = append $faults "lists.secretName is missing: the secret with the address of the bucket that lists are kept in" }}{{ end -}}
{{- if and $v.autoscaling.enabled (lt (int $v.autoscaling.most) (int $v.replicas)) }}{{ $faults = append $faults "autoscaling.most is less than replicas" }}{{ end -}}
{{- if lt (int $v.stopping.grace) (int (add $v.stopping.drain 30)) }}{{ $faults = append $faults (printf "stopping.grace has to be 45 at least and 30 more than stopping.drain: 20 seconds for what is under way and some to end, got %d" (int $v.stopping.grace)) }}{{ end -}}
{{- if and (or $v.ingress.enabled $v.gateway.enabled (hasPrefix "https://" $v.publicURL)) (not $v.trustedProxies) }}{{ $faults = append $faults "trustedProxies is missing: the networks of the pods of your ingress or gateway, such as [10.0.0.0/8]; without them all requests seem to be one person's; [none] says that what ends TLS hides nobody's address" }}{{ end -}}
{{- if and $v.gateway.enabled (not $v.gateway.name) }}{{ $faults = append $faults "gateway.name is missing" }}{{ end -}}
{{- if and $v.ingress.enabled (hasPrefix "https://" $v.publicURL) (not $v.ingress.tlsSecretName) }}{{ $faults = append $faults "ingress.tlsSecretName is missing: publicURL begins with https://" }}{{ end -}}
{{- $own := list "LISTEN" "METRICS_LISTEN" "PUBLIC_URL" "DATABASE_URL" "MIGRATE_DATABASE_URL" "BACKUP_DATABASE_URL" "DATABASE_CONNECTIONS" "EMBEDPG_BIN" "DATA_DIR" "SIGNING_KEYS" "SECRET_FILE" "SEALING_KEYS" "SMTP_URL" "MAIL_FROM" "FILES_URL" "LISTS_URL" "DRAIN_DELAY" "TRUSTED_PROXIES" "RATE_PER_ACCOUNT" "RATE_PER_NETWORK" "RATE_PER_TENANT" "TENANTS_PER_ACCOUNT" "LETTERS_PER_TENANT" "UPLOADS_PER_TENANT_MB" "STREAMS_PER_ACCOUNT" "STREAMS_PER_NETWORK" "STREAMS_PER_SERVER" "LOG_LEVEL" "LOG_FILE" "TRIAL_EMAIL" "TRIAL_PASSWORD" "PGPASSWORD" -}}
{{- range $name, $_ := $v.settings }}{{ if has $name $own }}{{ $faults = append $faults (printf "settings.%s: the chart sets it" $name) }}{{ end }}{{ end -}}
{{- if $faults }}{{ fail (printf "\n\nThis release is not made:\n- %s\n\nSee docs/operate/values.md." (join "\n- " $faults)) }}{{ end -}}
{{- end }}
