#!/usr/bin/env bash
# Debian 12's squid 5.7-2 in front of a server (`accel`, `cache_peer … originserver`) removes the `Authorization` header of each
# request, so that every call with a bearer token is answered 401, while the token itself, obtained with a form, works.
# With `login=PASSTHRU` at the peer the header arrives.
# Matters to: APIs behind Squid as a reverse proxy.
set -euo pipefail
dir=$(mktemp -d) && trap 'kill "$origin" $proxies 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir"
proxies=
apt-get download -qq squid=5.7-2+deb12u5 squid-common=5.7-2+deb12u5 squid-langpack libecap3 libltdl7 libtdb1 libdb5.3 libnetfilter-conntrack3 libnfnetlink0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu
cat >origin.py <<'PY'
import http.server
class Origin(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
        self.wfile.write(str(self.headers["Authorization"]).encode())
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
print(server.server_address[1], flush=True)
server.serve_forever()
PY
python3 origin.py >origin.port & origin=$!
until [ -s origin.port ]; do sleep 0.1; done
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
ask() {
  local port; port=$(free)
  cat >"$1.conf" <<CONF
http_port 127.0.0.1:$port accel defaultsite=api.example.com
cache_peer 127.0.0.1 parent $(cat origin.port) 0 no-query originserver $2
http_access allow all
cache deny all
access_log none
cache_log $dir/$1.log
pid_filename none
mime_table $dir/root/usr/share/squid/mime.conf
icon_directory $dir/root/usr/share/squid/icons
error_directory $dir/root/usr/share/squid-langpack/templates
CONF
  root/usr/sbin/squid -N -f "$dir/$1.conf" >/dev/null 2>&1 & proxies="$proxies $!"
  for _ in $(seq 100); do curl --silent --fail --output seen.txt --header 'Authorization: Bearer abc' "http://127.0.0.1:$port/" && break; sleep 0.2; done
  echo "$1: $(cat seen.txt)" >>seen
}
ask default '' && ask passthru login=PASSTHRU
cat seen
diff seen <(printf '%s\n' 'default: None' 'passthru: Bearer abc')
