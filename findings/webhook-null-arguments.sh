#!/usr/bin/env bash
# Debian 12's webhook 2.8.0-4 (adnanh/webhook) hands a command the text `<nil>` for a field of the post that is null (RFC 8259, 3), as an
# argument and in the environment. A field that is absent is an empty text there, but no rule can ask for it: the rule that
# compares with "" matches a text that is empty, and neither null nor what is absent.
# Matters to: receivers that run a script for a booking's event: without a host it writes that `<nil>` awaits you.
set -euo pipefail
dir=$(mktemp -d) && trap 'kill "$receiver" 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq webhook=2.8.0-4+b6 2>/dev/null
dpkg -x webhook*.deb root
cat >show.sh <<'SH'
#!/bin/sh
printf 'argument "%s", environment "%s"' "$1" "$HOST"
SH
chmod +x show.sh
cat >hooks.json <<JSON
[
  { "id": "event", "execute-command": "$dir/show.sh", "include-command-output-in-response": true,
    "pass-arguments-to-command": [{ "source": "payload", "name": "host" }],
    "pass-environment-to-command": [{ "source": "payload", "name": "host", "envname": "HOST" }] },
  { "id": "hostless", "execute-command": "$dir/show.sh", "response-message": "rule matches", "trigger-rule-mismatch-http-response-code": 400,
    "trigger-rule": { "match": { "type": "value", "value": "", "parameter": { "source": "payload", "name": "host" } } } }
]
JSON
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
root/usr/bin/webhook -hooks hooks.json -ip 127.0.0.1 -port "$port" >log 2>&1 & receiver=$!
until curl --silent --output /dev/null "http://127.0.0.1:$port/"; do sleep 0.1; done
for post in '{"host":"Ann Lee"}' '{"host":null}' '{"host":""}' '{}'; do
  for hook in event hostless; do
    echo "$hook $post: $(curl --silent --header 'Content-Type: application/json' --data "$post" "http://127.0.0.1:$port/hooks/$hook")"
  done
done | tee seen
diff seen - <<'SEEN'
event {"host":"Ann Lee"}: argument "Ann Lee", environment "Ann Lee"
hostless {"host":"Ann Lee"}: Hook rules were not satisfied.
event {"host":null}: argument "<nil>", environment "<nil>"
hostless {"host":null}: Hook rules were not satisfied.
event {"host":""}: argument "", environment ""
hostless {"host":""}: rule matches
event {}: argument "", environment ""
hostless {}: Hook rules were not satisfied.
SEEN
