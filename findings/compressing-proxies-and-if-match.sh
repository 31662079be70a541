#!/usr/bin/env bash
# A proxy that compresses changes the ETag: nginx 1.22.1 and haproxy 2.6.12 of Debian 12 make `W/"v1"` of `"v1"`, Apache 2.4.71 and lighttpd 1.4.69
# `"v1-gzip"`. Whoever sends what was read as `If-Match` gets 412 from a server that compares as RFC 9110 says (13.1.1), as if somebody else had
# saved meanwhile. In `If-None-Match` Apache's tag never matches, so that nothing is a 304.
# Matters to: edits under a precondition behind a proxy: leave the API's paths out of its compression, or ask with `Accept-Encoding: identity`.
set -euo pipefail
started=() dir=$(mktemp -d) && trap 'kill "${started[@]}" 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir" && chmod 755 .
apt-get download -qq nginx=1.22.1-9+deb12u11 apache2-bin=2.4.71-1~deb12u1 lighttpd=1.4.69-1 lighttpd-mod-deflate haproxy=2.6.12-1+deb12u4 \
  libapr1 libaprutil1 liblua5.3-0 libjansson4 libnghttp2-14 libpcre2-8-0 libbrotli1 libxml2 libicu72 libopentracing-c-wrapper0 libopentracing1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
cat >origin.py <<'PY'
import http.server
class Origin(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def answer(self, status, body=b""):
        self.send_response(status)
        for header in [("ETag", '"v1"'), ("Content-Type", "application/json"), ("Content-Length", str(len(body)))]: self.send_header(*header)
        self.end_headers(); self.wfile.write(body)
    def do_GET(self):
        self.answer(304) if self.headers["If-None-Match"] in ['"v1"', 'W/"v1"'] else self.answer(200, b'{"title":"%s"}' % (b"Yoga " * 900))
    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200 if self.headers["If-Match"] == '"v1"' else 412)
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
print(server.server_address[1], flush=True); server.serve_forever()
PY
python3 origin.py >origin.port 2>origin.log & started+=($!) && until [ -s origin.port ]; do sleep 0.1; done
origin=127.0.0.1:$(cat origin.port) nginx=$(port) apache=$(port) lighttpd=$(port) haproxy=$(port)
cat >nginx.conf <<CONF
daemon off; pid nginx.pid; error_log nginx.log; events {}
http { access_log off; gzip on; gzip_types application/json; gzip_proxied any; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t; server { listen 127.0.0.1:$nginx; location / { proxy_pass http://$origin; } } }
CONF
{
  printf '%s\n' "ServerRoot $dir/root" 'ServerName localhost' "Listen 127.0.0.1:$apache" "PidFile $dir/pid" "ErrorLog $dir/apache.log"
  for module in mpm_event authz_core filter deflate proxy proxy_http; do echo "LoadModule ${module}_module usr/lib/apache2/modules/mod_$module.so"; done
  printf 'AddOutputFilterByType DEFLATE application/json\nProxyPass / http://%s/\n' "$origin"
} >apache.conf
printf '%s\n' "server.document-root = \"$dir\"" "server.port = $lighttpd" 'server.bind = "127.0.0.1"' 'server.modules = ("mod_proxy", "mod_deflate")' \
  "proxy.server = (\"\" => ((\"host\" => \"127.0.0.1\", \"port\" => $(cat origin.port))))" 'deflate.mimetypes = ("application/json")' \
  'deflate.allowed-encodings = ("gzip")' >lighttpd.conf
printf '%s\n' defaults ' mode http' ' timeout client 5s' ' timeout server 5s' ' timeout connect 5s' 'listen all' " bind 127.0.0.1:$haproxy" \
  ' compression algo gzip' ' compression type application/json' " server origin $origin" >haproxy.cfg
start() { LD_LIBRARY_PATH="$dir/root/usr/lib/x86_64-linux-gnu" "root/usr/sbin/$1" "${@:2}" >>said 2>&1 & started+=($!); }
start nginx -p "$dir" -c nginx.conf -e nginx.log && start apache2 -f "$dir/apache.conf" -DFOREGROUND
start lighttpd -D -m root/usr/lib/lighttpd -f lighttpd.conf && start haproxy -f haproxy.cfg
for proxy in nginx apache lighttpd haproxy; do
  url=http://127.0.0.1:${!proxy}/activity && for _ in $(seq 100); do curl --silent --output /dev/null "$url" && break; sleep 0.2; done
  etag=$(curl --silent --compressed --output /dev/null --dump-header - "$url" | tr -d '\r' | sed -n 's/^etag: //ip')
  ask() { curl --silent --compressed --output /dev/null --write-out '%{http_code}' --header "$@" "$url"; }
  echo "$proxy: ETag $etag, If-Match $(ask "If-Match: $etag" --request PUT --data '{}'), If-None-Match $(ask "If-None-Match: $etag")"
done | tee seen
diff seen - <<'SEEN'
nginx: ETag W/"v1", If-Match 412, If-None-Match 304
apache: ETag "v1-gzip", If-Match 412, If-None-Match 200
lighttpd: ETag "v1-gzip", If-Match 412, If-None-Match 304
haproxy: ETag W/"v1", If-Match 412, If-None-Match 304
SEEN
