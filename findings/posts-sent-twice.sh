#!/usr/bin/env bash
# A POST is not repeated by itself (RFC 9110, 9.2.2). When the server has read one and the connection ends without an answer, two clients of
# Debian 12 send it again and say nothing: Java's HttpURLConnection (openjdk 17.0.19) each one once, curl 7.88.1 one on a connection that it
# used before. With `-Dsun.net.http.retryPost=false`, and in curl on a connection of its own, the caller gets the error.
# Matters to: cancels without an `Idempotency-Key`: the first took place, and the caller reads "already cancelled".
set -euo pipefail
dir=$(mktemp -d) && trap 'kill "$server" 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq openjdk-17-jre-headless=17.0.19+10-1~deb12u2 curl=7.88.1-10+deb12u15 libcurl4 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
# The package's links to /etc are those of the folder.
find root/usr/lib/jvm -lname '/etc/*' | while read -r link; do ln -sfn "$dir/root$(readlink "$link")" "$link"; done
java=root/usr/lib/jvm/java-17-openjdk-amd64/bin/java
cat >serve.py <<'PY'
import http.server
class Bookings(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with open("posts", "a") as posts: posts.write(self.path + "\n")
        if "cancel" in self.path: self.close_connection = True; return
        self.send_response(200); self.send_header("Content-Length", "0"); self.end_headers()
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bookings)
print(server.server_address[1], flush=True)
server.serve_forever()
PY
python3 serve.py >port & server=$!
until [ -s port ]; do sleep 0.1; done
url=http://127.0.0.1:$(cat port)
cat >Ask.java <<'JAVA'
import java.net.*;
class Ask {
  public static void main(String[] words) throws Exception {
    var connection = (HttpURLConnection) new URL(words[0]).openConnection();
    connection.setDoOutput(true);
    connection.getOutputStream().write("{}".getBytes());
    connection.getResponseCode();
  }
}
JAVA
tell() { : >posts && "${@:2}" >/dev/null 2>&1 || true; echo "$1: $(grep -c cancel posts) sent"; }
curl="env LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/bin/curl"
{
  tell HttpURLConnection $java Ask.java "$url/cancel"
  tell retryPost=false $java -Dsun.net.http.retryPost=false Ask.java "$url/cancel"
  tell curl $curl --data '{}' "$url/cancel"
  tell "curl on a used connection" $curl --data '{}' "$url/token" --next --data '{}' "$url/cancel"
} | tee seen
diff seen - <<'SEEN'
HttpURLConnection: 2 sent
retryPost=false: 1 sent
curl: 1 sent
curl on a used connection: 2 sent
SEEN
