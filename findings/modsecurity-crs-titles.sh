#!/usr/bin/env bash
# Debian 12's modsecurity-crs 3.3.4-1, as it is installed and set to refuse, answers 403 to the titles of harmless classes: an English word
# after `;` or `&` is the name of a Unix or Windows command (`time`, `cat`, `find`, `more`). An id with two hyphens is refused as SQL, and JSON Merge Patch (RFC 7396) and CSV (RFC 4180) by their type alone.
# Rules 932100 to 932115 refuse the titles, 942100 the id, and 920420 the types.
# Matters to: consoles, imports and callers behind a web application firewall: one class of many cannot be saved.
set -euo pipefail
dir=$(mktemp -d) && trap 'kill $server $origin 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir"
chmod 755 "$dir"
server= origin=
apt-get download -qq modsecurity-crs=3.3.4-1+deb12u3 libapache2-mod-security2=2.9.7-1+deb12u2 apache2-bin libapr1 libaprutil1 liblua5.1-0 liblua5.3-0 libyajl2 \
  libjansson4 libnghttp2-14 libpcre2-8-0 libpcre3 libbrotli1 libxml2 libicu72 libcurl3-gnutls libfuzzy2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >origin.py <<'PY'
import http.server
class Origin(http.server.BaseHTTPRequestHandler):
    def answer(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(200); self.send_header("Content-Length", "0"); self.end_headers()
    do_GET = do_POST = do_PATCH = answer
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
print(server.server_address[1], flush=True)
server.serve_forever()
PY
python3 origin.py >origin.port & origin=$!
until [ -s origin.port ]; do sleep 0.1; done
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
sed "s#unicode.mapping#$dir/root/etc/modsecurity/unicode.mapping#; s#/var/log/apache2#$dir#" root/etc/modsecurity/modsecurity.conf-recommended >engine.conf
{
  printf 'ServerRoot %s\nServerName localhost\nListen 127.0.0.1:%s\nPidFile %s\nErrorLog %s\n' "$dir/root" "$port" "$dir/pid" "$dir/error.log"
  for module in mpm_event authz_core unique_id proxy proxy_http security2; do echo "LoadModule ${module}_module usr/lib/apache2/modules/mod_$module.so"; done
  printf 'SecDataDir %s\nSecTmpDir %s\nInclude %s\nSecRuleEngine On\nSecAuditEngine Off\n' "$dir" "$dir" "$dir/engine.conf"
  printf 'Include %s\nInclude %s\nProxyPass / http://127.0.0.1:%s/\n' "$dir/root/etc/modsecurity/crs/crs-setup.conf" "$dir/root/usr/share/modsecurity-crs/rules/*.conf" "$(cat origin.port)"
} >apache.conf
LD_LIBRARY_PATH="$dir/root/usr/lib/x86_64-linux-gnu" root/usr/sbin/apache2 -f "$dir/apache.conf" -DFOREGROUND >said 2>&1 & server=$!
at="http://localhost:$port/v1/bookings"
for _ in $(seq 100); do curl --silent --output /dev/null "$at" && break; sleep 0.2; done
ask() { local what=$1; shift; echo "$what: $(curl --silent --output /dev/null --write-out '%{http_code}' "$@")"; }
{
  for title in 'Yoga for everybody' 'Yoga; time for you' 'Coffee & cat café' 'Drop in & find yourself' 'Painting; more joy'; do
    ask "$title" --json "{\"title\":\"$title\"}" "$at"
  done
  for id in 1001-a 1001--a; do ask "external_id=$id" "$at?external_id=$id"; done
  for type in application/json application/merge-patch+json text/csv; do ask "$type" --header "Content-Type: $type" --data '{}' "$at"; done
} | tee seen
diff seen - <<'SEEN'
Yoga for everybody: 200
Yoga; time for you: 403
Coffee & cat café: 403
Drop in & find yourself: 403
Painting; more joy: 403
external_id=1001-a: 200
external_id=1001--a: 403
application/json: 200
application/merge-patch+json: 403
text/csv: 403
SEEN
