#!/bin/sh
# Engines on this machine: 80 users on one and on two, compared, then 20,000 on two against two nodes.
# usage: sh docs/experiments/engines.sh FOLDER [USERS]      (80: only the first part)
# 20,000 users need 16 GB, 25,000 open files (ulimit -Hn) and more than 64,000 threads and areas of memory.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
out=${1:?a folder for the runs}
users=${2:-20000}
mkdir -p "$out"

stress() {
  java -jar "$here/stress-jmeter/target/stress.jar" "$@"
}
started=
trap 'for id in $started; do kill "$id" 2>/dev/null || true; done' EXIT
for port in 21099 21100; do
  java -jar "$here/stress-jmeter/target/stress.jar" engine --port $port --users $(((users + 1) / 2)) \
    >"$out/engine-$port.log" 2>&1 &
  started="$started $!"
  until grep -q "engine at" "$out/engine-$port.log"; do
    kill -0 "$!" || { cat "$out/engine-$port.log" >&2; exit 2; }
    sleep 1
  done
done
both=127.0.0.1:21099,127.0.0.1:21100

for engines in 127.0.0.1:21099 $both; do
  stress run --engines $engines --policies release-in-memory --users 80 --trials 3 --no-dashboard --no-live \
    --out "$out/of-$(echo $engines | tr , '\n' | wc -l | tr -d ' ')" || test $? -eq 3
done
stress compare "$out/of-1/latest" "$out/of-2/latest" || test $? -eq 3
test "$users" -gt 80 || exit 0
stress run --engines $both --nodes 2 --policies release-in-memory --users "$users" --think 30s --iterations 2 \
  --pool-size 20 --set jbo.recyclethreshold="$users" --set jbo.ampool.maxpoolsize="$users" --live-heap \
  --no-dashboard --no-live --out "$out/of-many"
