#!/bin/sh
# Makes the pictures of the docs from runs of the built project. Requires Chromium and a quiet machine for a quarter of an hour.
#   sh docs/images/make.sh
set -eu
cd "$(dirname "$0")/../.."
browser=${CLOAKROOM_CHROMIUM:-chromium}
folder=$(mktemp -d)
processes=
trap 'kill $processes 2>/dev/null || :; rm -rf "$folder"' EXIT
export CLOAKROOM_DB_PASSWORD=of-the-pictures

stress() { java -jar stress-jmeter/target/stress.jar "$@"; }
app_sim() { java -jar app-sim/target/app-sim.jar "$@"; }

# Makes picture $1 of the address $2.
picture() {
  "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/browser" --window-size=1280,900 \
    --timeout=5000 --screenshot="$PWD/docs/images/$1.png" "$2" 2>"$folder/browser.log"
}

# Waits until file $2 has a line with text $1.
wait_for() {
  until grep -q "$1" "$2"; do sleep 1; done
}

# the variants of the main job; the live page in the sixth of sixteen trials
stress run --out "$folder/main" --policies sticky,release-in-memory --vary jbo.recyclethreshold=10,200 --trials 4 --db-rtt 500us --users 80 \
  --think auto --live 18091 >"$folder/main.out" 2>"$folder/main.err" &
main=$!
processes=$main
wait_for "trial 6/16 .*: [1-9][0-9]* of " "$folder/main.err"
picture live http://127.0.0.1:18091/
wait $main
picture report "file://$folder/main/latest/report.html"

# two runs that differ in the added latency
for rtt in 500us 2ms; do
  stress run --out "$folder/$rtt" --variant "sticky: sticky" --variant "released: release-in-memory" --trials 4 --db-rtt $rtt --users 40 --iterations 8 \
    --think 1s --warm-up 40x4 --no-live --quiet >"$folder/$rtt.out"
done
stress compare "$folder/500us/latest" "$folder/2ms/latest" >"$folder/compare.out"
picture compare "file://$folder/2ms/latest/comparison.html"

# a node with users
app_sim database --port 18092 >"$folder/database.out" 2>&1 &
processes="$processes $!"
wait_for jdbc:postgresql "$folder/database.out"
app_sim serve --policy sticky --url jdbc:postgresql://127.0.0.1:18092/cloakroom --port 18093 --admin-port 18094 >"$folder/node.out" 2>&1 &
processes="$processes $!"
wait_for 18094 "$folder/node.out"
stress run --out "$folder/node" --targets 127.0.0.1:18093#18094 --users 40 --iterations 20 --think 1s --trials 1 --no-live >"$folder/run.out" 2>"$folder/run.err" &
node=$!
processes="$processes $node"
wait_for "trial 1/1 .*: [1-9][0-9]* of " "$folder/run.err"
picture tier-live http://127.0.0.1:18094/live
wait $node

java -jar bench-jmh/target/benchmarks.jar studies --study S1c --no-steady-state --out "$folder/studies" >"$folder/studies.out"
picture studies "file://$folder/studies/studies.html"
