#!/usr/bin/env bash
# Debian 12's prometheus-postgres-exporter 0.11.1 with the queries that come with it: `pg_replication_lag` of a standby is the time since the
# last transaction that it replayed. In a night without a write it grows by a second each second, although the standby has all that
# the primary has. `pg_replication_lag_seconds`, the name in later releases and in most alerts, does not exist: such an alert never fires.
# On the primary `pg_stat_replication_pg_wal_lsn_diff` tells the truth in bytes, without any file.
# Matters to: alerts on a standby of a service that nobody asks at night.
set -euo pipefail
dir=$(mktemp -d) && trap 'kill $exporters 2>/dev/null; for each in standby primary; do pg pg_ctl -D $each -m immediate stop >/dev/null 2>&1; done; rm -rf "$dir"' EXIT && cd "$dir"
exporters=
apt-get download -qq prometheus-postgres-exporter=0.11.1-3+b5 postgresql-15 postgresql-client-15 libpq5 libllvm14 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$dir/root/usr/lib/x86_64-linux-gnu LC_ALL=C
as=; [ "$(id -u)" != 0 ] || { as="setpriv --reuid=65534 --regid=65534 --clear-groups"; chown 65534 "$dir"; }
pg() { $as "root/usr/lib/postgresql/15/bin/$1" "${@:2}"; }
start() { pg pg_ctl -D "$1" -o "-c listen_addresses= -c unix_socket_directories=$dir -p $2" -l "$1.log" -w start >/dev/null; }
sql() { pg psql -XAtqh "$dir" -p "$1" -U postgres -c "$2" postgres; }
pg initdb -D primary -U postgres -A trust >/dev/null
start primary 5432
pg pg_basebackup -h "$dir" -U postgres -D standby -R -c fast
start standby 5433
sql 5432 'create table bookings (id int); insert into bookings values (1)'
until [ "$(sql 5433 "select pg_last_wal_replay_lsn() >= '$(sql 5432 'select pg_current_wal_lsn()')'")" = t ]; do sleep 0.2; done
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
watch() {
  DATA_SOURCE_NAME="host=$dir port=$1 user=postgres dbname=postgres sslmode=disable" root/usr/bin/prometheus-postgres-exporter \
    --web.listen-address="127.0.0.1:$2" --extend.query-path=root/usr/share/doc/prometheus-postgres-exporter/examples/queries.yaml >"$1.log" 2>&1 & exporters="$exporters $!"
  until curl --silent --output /dev/null "http://127.0.0.1:$2/"; do sleep 0.2; done
}
asked() { curl --silent "http://127.0.0.1:$1/metrics" | sed -n "s/^$2\({.*}\)\? //p"; }
primary=$(free) standby=$(free)
watch 5432 "$primary" && watch 5433 "$standby"
{
  before=$(asked "$standby" pg_replication_lag) && sleep 3 && after=$(asked "$standby" pg_replication_lag)
  python3 -c "print('the standby is further behind after a pause without a write:', $after >= $before + 2)"
  echo "all of it is replayed: $(sql 5433 "select pg_last_wal_replay_lsn() >= '$(sql 5432 'select pg_current_wal_lsn()')'")"
  echo "series of pg_replication_lag_seconds: $(asked "$standby" pg_replication_lag_seconds | wc -l)"
  echo "bytes that the primary knows of: $(asked "$primary" pg_stat_replication_pg_wal_lsn_diff)"
} | tee seen
diff seen - <<'SEEN'
the standby is further behind after a pause without a write: True
all of it is replayed: t
series of pg_replication_lag_seconds: 0
bytes that the primary knows of: 0
SEEN
