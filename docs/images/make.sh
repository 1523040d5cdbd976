#!/bin/sh
# Takes the pictures of the pages and makes the runs of docs/examples again, in about 12 minutes:
#   docs/images/make.sh
# Run it in the source, after mvn verify -DskipTests, on a quiet machine. Requires Chromium (CLOAKROOM_CHROMIUM names its program).
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
stress="java -jar stress-jmeter/target/stress.jar"
work=$(mktemp -d)
trap 'kill $(cat "$work"/*.pid 2>/dev/null) 2>/dev/null || true; rm -rf "$work"' EXIT

# picture NAME URL [SECONDS]: the first screen of the page, some seconds after it has loaded
picture() {
  (cd "$work" && java -cp "$root/app-sim/target/test-classes:$root/stress-jmeter/target/lib/*" cloakroom.testing.Chromium \
    "$2" "$root/docs/images/$1.png" "${3:-4}")
  echo "docs/images/$1.png"
}

# await FILE TEXT: waits until the file contains the text
await() {
  until grep -q -- "$2" "$1" 2>/dev/null; do sleep 1; done
}

# a database and a node with fixed ports, and their live pages in the middle of a run
CLOAKROOM_DB_PASSWORD=$(od -An -N 12 -t x1 /dev/urandom | tr -d ' \n')
export CLOAKROOM_DB_PASSWORD
java -jar app-sim/target/app-sim.jar database --port 15433 >"$work/database.log" 2>&1 &
echo $! >"$work/database.pid"
await "$work/database.log" "is ready"
java -jar app-sim/target/app-sim.jar serve --url jdbc:postgresql://127.0.0.1:15433/cloakroom --user cloakroom \
  --port 18080 --admin-port 18081 >"$work/node.log" 2>&1 &
echo $! >"$work/node.pid"
await "$work/node.log" "is ready"
$stress run --targets http://127.0.0.1:18080 --users 40 --think 200ms --iterations 400 --live 18082 --no-dashboard --out "$work/live" \
  >"$work/run.log" 2>&1 &
echo $! >"$work/run.pid"
await "$work/run.log" "[1-9],[0-9]* of .* transactions, .* requests/s"
sleep 20
picture live http://127.0.0.1:18082/
picture tier-live http://127.0.0.1:18081/live 60
# shellcheck disable=SC2046
kill $(cat "$work/run.pid" "$work/node.pid" "$work/database.pid")
rm "$work"/*.pid
wait

# the studies
java -jar bench-jmh/target/benchmarks.jar studies --study S4 --no-steady-state --out "$work/studies"
picture studies "file://$work/studies/studies.html"

# the examples: two short runs, the second with more latency
for latency in none 500us; do
  name=run
  [ "$latency" = none ] || name=run-$latency
  $stress run --quiet --users 10 --iterations 8 --think 50ms --warm-up 10x5 --trials 4 --max-repeats 0 --db-rtt "$latency" --no-dashboard \
    --out "$work/$name"
  rm -rf "docs/examples/$name"
  mkdir -p "docs/examples/$name"
  (cd "$work/$name/latest" && tar -c --exclude=logs --exclude=report.md --exclude=junit.xml .) | tar -x -C "docs/examples/$name"
  # the folder of this run is no part of the example
  grep -rl -- "$work" "docs/examples/$name" | xargs sed -i "s| --out $work/$name||g"
done
picture report "file://$work/run/latest/report.html"
$stress compare "$work/run/latest" "$work/run-500us/latest" >"$work/comparison.txt"
picture compare "file://$work/run-500us/latest/comparison.html"
