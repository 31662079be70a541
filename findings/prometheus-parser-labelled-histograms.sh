#!/usr/bin/env bash
# parse-prometheus-text-format 1.1.1 keeps one series of a histogram or summary that has labels: of two routes the buckets of the one that
# comes last stand there, without its labels, its sum and its count. Counters and gauges, and a histogram without labels, are whole.
# Debian 12's python3-prometheus-client 0.16.0-0.1 reads every series.
# Matters to: dashboards and checks in Node on the duration of requests: what seems to be the whole service is its last route.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund parse-prometheus-text-format@1.1.1 >/dev/null 2>&1
apt-get download -qq python3-prometheus-client=0.16.0-0.1 python3-decorator 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >metrics.txt <<'METRICS'
# HELP requests Answered requests.
# TYPE requests counter
requests{route="fetch"} 10
requests{route="cancel"} 3
# HELP duration_seconds Time to answer.
# TYPE duration_seconds histogram
duration_seconds_bucket{route="fetch",le="0.1"} 8
duration_seconds_bucket{route="fetch",le="+Inf"} 10
duration_seconds_sum{route="fetch"} 1.5
duration_seconds_count{route="fetch"} 10
duration_seconds_bucket{route="cancel",le="0.1"} 1
duration_seconds_bucket{route="cancel",le="+Inf"} 3
duration_seconds_sum{route="cancel"} 2
duration_seconds_count{route="cancel"} 3
METRICS
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import parse from "parse-prometheus-text-format";
const text = readFileSync("metrics.txt", "utf8");
const show = (name, metrics) => console.log(`${name}: ${JSON.stringify(metrics)}`);
for (const family of parse(text)) show(family.name, family.metrics);
const bare = text.replaceAll('{route="fetch"}', "").replaceAll('route="fetch",', "").replaceAll(/^.*cancel.*\n/gm, "");
show("without labels", parse(bare)[1].metrics);
JS
node read.mjs | tee seen
PYTHONPATH=root/usr/lib/python3/dist-packages /usr/bin/python3 - <<'PY' | tee -a seen
from prometheus_client.parser import text_string_to_metric_families
families = text_string_to_metric_families(open("metrics.txt").read())
print("python:", sum(len(family.samples) for family in families), "series")
PY
diff seen - <<'SEEN'
requests: [{"value":"10","labels":{"route":"fetch"}},{"value":"3","labels":{"route":"cancel"}}]
duration_seconds: [{"buckets":{"0.1":"1","+Inf":"3"}}]
without labels: [{"buckets":{"0.1":"8","+Inf":"10"},"count":"10","sum":"1.5"}]
python: 10 series
SEEN
