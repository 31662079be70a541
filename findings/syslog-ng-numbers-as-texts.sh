#!/usr/bin/env bash
# Debian 12's syslog-ng 3.38.1 with its own `@version: 3.38` reads a line of JSON by json-parser and writes it by format-json as other types: numbers
# and booleans become texts, so that `false` is true to whoever asks whether it is empty, and 42.933 is `"42.933000"`. `null` becomes an empty
# text, an empty object is gone, and a name with a dot becomes an object. Debian's rsyslog 8.2302.0 (mmjsonparse) keeps numbers as written.
# Matters to: JSON logs that are forwarded: figures over a status or a duration compare texts. `@version: 4.0` keeps types, as an experiment.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq syslog-ng-core=3.38.1-5+deb12u1 libivykis0 libpcre3 libjson-c5 libnet1 libcap2 libesmtp6 libdbi1 libhiredis0.14 \
  rsyslog=8.2302.0-1+deb12u2 libestr0 libfastjson4 liblognorm5 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib
export LD_LIBRARY_PATH=$lib/x86_64-linux-gnu:$lib/syslog-ng:$dir/root/lib/x86_64-linux-gnu
echo '{"reason":null,"repeated":false,"status":200,"duration_ms":42.933,"account":"00123","query":{},"http.route":"/v1/bookings"}' >log.json
for version in 3.38 4.0; do
  cat >$version.conf <<CONF
@version: $version
source lines { file("$dir/log.json" flags(no-parse) follow-freq(1)); };
parser json { json-parser(prefix(".log.")); };
destination out { file("$dir/$version.out" template("\$(format-json --key .log.* --shift-levels 2)\n")); };
log { source(lines); parser(json); destination(out); };
CONF
  root/usr/sbin/syslog-ng -F --no-caps -f $version.conf --module-path "$lib/syslog-ng/3.38" -R $version.state -p pid -c control >said 2>&1 & daemon=$!
  for _ in $(seq 100); do [ -s $version.out ] && break; sleep 0.2; done
  kill $daemon && wait $daemon || true
done
cat >rsyslog.conf <<CONF
global(workDirectory="$dir")
module(load="imfile" mode="polling" pollingInterval="1")
module(load="mmjsonparse")
template(name="json" type="string" string="%\$!reason%|%\$!repeated%|%\$!status%|%\$!duration_ms%|%\$!account%|%\$!query%|%\$!http.route%\n")
input(type="imfile" file="$dir/log.json" tag="log" ruleset="out")
ruleset(name="out") { action(type="mmjsonparse" cookie="") action(type="omfile" file="$dir/rsyslog.out" template="json") }
CONF
root/usr/sbin/rsyslogd -n -f "$dir/rsyslog.conf" -i "$dir/rsyslog.pid" -M "$lib/x86_64-linux-gnu/rsyslog" >said 2>&1 & daemon=$!
for _ in $(seq 100); do [ -s rsyslog.out ] && break; sleep 0.2; done
kill $daemon && wait $daemon || true
for file in 3.38 4.0 rsyslog; do echo "$file: $(cat $file.out)"; done | tee seen
diff seen - <<'SEEN'
3.38: {"status":"200","repeated":"false","reason":"","http":{"route":"/v1/bookings"},"duration_ms":"42.933000","account":"00123"}
4.0: {"status":200,"repeated":false,"reason":null,"http":{"route":"/v1/bookings"},"duration_ms":42.933000,"account":"00123"}
rsyslog: |false|200|42.933|00123|{ }|/v1/bookings
SEEN
