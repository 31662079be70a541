#!/usr/bin/env bash
# A gateway whose server closes the connection without an answer, or does not listen, says 502 or 504 (RFC 9110, 15.6.3), or 503. These say
# 500: @fastify/http-proxy 11.6.3 and the proxy of hono 4.13.19 in both cases, Debian 12's lighttpd 1.4.69-1 and koa-proxies 0.12.4 for a lost
# answer, express-http-proxy 2.1.2 where nobody listens. http-proxy-middleware 4.2.2 says 504.
# Matters to: gateways before a service whose 500 means "never again", as in this interface: during each restart a caller gives up a
# cancel that it should repeat. An error handler of one's own can answer 502.
set -euo pipefail
dir=$(mktemp -d) && trap 'kill -KILL $proxies 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir"
proxies=
apt-get download -qq lighttpd=1.4.69-1 2>/dev/null && dpkg -x lighttpd*.deb root
npm install --silent --no-audit --no-fund @fastify/http-proxy@11.6.3 fastify@5.12.8 hono@4.13.19 @hono/node-server@2.1.9 koa@3.3.0 koa-proxies@0.12.4 \
  express@5.3.0 express-http-proxy@2.1.2 http-proxy-middleware@4.2.2 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { proxy } from "hono/proxy";
import { createProxyMiddleware } from "http-proxy-middleware";
const load = async (name) => (await import(name)).default;
const [express, expressProxy, fastify, fastifyProxy, Koa, koaProxies] = await Promise.all(
  ["express", "express-http-proxy", "fastify", "@fastify/http-proxy", "koa", "koa-proxies"].map(load));
const [, , how, origin, lighttpd] = process.argv;
const listening = (server, port = 0) => new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
const server = await listening(createServer((socket) => socket.once("data", () => socket.destroy())), Number(origin));
if (how === "nobody listens") server.close();
const url = `http://127.0.0.1:${origin}`;
const inFastify = fastify().register(fastifyProxy, { upstream: url });
const asked = (answer) => listening(createHttp(answer));
const gateways = {
  "@fastify/http-proxy": inFastify.listen({ port: 0, host: "127.0.0.1" }).then(() => inFastify.server),
  hono: new Promise((ready) => { const it = serve({ fetch: new Hono().all("*", () => proxy(url)).fetch, port: 0 }, () => ready(it)); }),
  "koa-proxies": asked(new Koa().use(koaProxies("/", { target: url })).callback()),
  "express-http-proxy": asked(express().use(expressProxy(url))),
  "http-proxy-middleware": asked(express().use(createProxyMiddleware({ target: url }))),
  lighttpd: { address: () => ({ port: lighttpd }) },
};
const statuses = [];
for (const [name, gateway] of Object.entries(gateways)) {
  const { port } = (await gateway).address();
  statuses.push(`${name} ${await fetch(`http://127.0.0.1:${port}/v1/bookings:cancel`, { method: "POST", body: "{}" }).then(({ status }) => status)}`);
}
console.log(`${how}: ${statuses.join(", ")}`);
process.exit();
JS
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
ask() {
  local origin port; origin=$(free) port=$(free)
  printf 'server.modules = ("mod_proxy")\nserver.document-root = "%s"\nserver.bind = "127.0.0.1"\nserver.port = %s
proxy.server = ("" => (("host" => "127.0.0.1", "port" => %s)))\n' "$dir" "$port" "$origin" >lighttpd.conf
  root/usr/sbin/lighttpd -D -m root/usr/lib/lighttpd -f lighttpd.conf 2>/dev/null & proxies="$proxies $!"
  until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.1; done
  node ask.mjs "$1" "$origin" "$port" 2>/dev/null
}
ask "no answer" >seen && ask "nobody listens" >>seen && cat seen
diff seen - <<'SEEN'
no answer: @fastify/http-proxy 500, hono 500, koa-proxies 500, express-http-proxy 504, http-proxy-middleware 504, lighttpd 500
nobody listens: @fastify/http-proxy 500, hono 500, koa-proxies 503, express-http-proxy 500, http-proxy-middleware 504, lighttpd 503
SEEN
