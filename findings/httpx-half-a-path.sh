#!/usr/bin/env bash
# Debian 12's python3-httpx 0.23.3-1 with a `base_url` cuts a relative path at its colon: `oauth:token` is sent to `/v1/token`, and
# `interactions:cancel` to `/v1/cancel`. The server answers 404, and the path in the program looks right. With a leading `/`
# the whole path arrives, below the base.
# Matters to: callers of an API with custom methods (AIP-136) on Debian's Python.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq python3-httpx=0.23.3-1 python3-httpcore python3-h11 python3-anyio python3-sniffio python3-rfc3986 \
  python3-certifi python3-idna 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >ask.py <<'PY'
import http.server, threading, httpx
class Api(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.path.encode())
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Api)
threading.Thread(target=server.serve_forever, daemon=True).start()
with httpx.Client(base_url=f"http://127.0.0.1:{server.server_port}/v1/") as client:
    for path in ["oauth:token", "interactions:cancel", "/oauth:token"]:
        print(path, "is sent to", client.post(path).text)
PY
PYTHONPATH=root/usr/lib/python3/dist-packages python3 ask.py | tee seen
diff seen - <<'SEEN'
oauth:token is sent to /v1/token
interactions:cancel is sent to /v1/cancel
/oauth:token is sent to /v1/oauth:token
SEEN
