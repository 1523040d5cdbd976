#!/bin/sh
# Which policy survives what? Four policies with two pools under each kind of fault: a run for each fault, then one table of all.
#   sh docs/experiments/faults.sh FOLDER [FAULT...]
# LOAD replaces the load, for instance LOAD="--users 4 --iterations 20 --think 100ms --ramp 0s --warm-up 2x2".
set -u
out=${1:?"usage: sh docs/experiments/faults.sh FOLDER [FAULT...]"}
shift
[ $# -gt 0 ] || set -- db-restart@15s db-kill-sessions@15s db-freeze@15s+5s link-cut@15s link-latency@15s+5s=50ms \
  link-loss@15s+5s=5% node-kill@15s node-stop@15s pool-exhaust@15s+5s store-full@15s+5s
jar=$(dirname "$0")/../../stress-jmeter/target/stress.jar
load=${LOAD:-"--users 40 --iterations 60 --think 300ms --ramp 5s --pending-time 100ms"}

for fault in "$@"; do
  # a fault makes requests fail, so that the exit code is no 0
  java -jar "$jar" run --policies sticky,release-in-memory,release-failover,release-passivate --pool ucp,hikari \
    --nodes 2 --db-rtt 0 $load --fault "$fault" --no-dashboard --no-count-round-trips --no-live --out "$out/${fault%%@*}" || [ $? -ne 2 ] || exit 2
done

# of each variant: what its users saw, by the names of summary.csv
for fault in "$@"; do
  awk -F, -v fault="$fault" '
    NR == 1 { for (i = 1; i <= NF; i++) { sub(/ \(s\)$/, "", $i); column[$i] = i } next }
    function of(name) { return $column[name] == "" ? "-" : $column[name] }
    { failed = 0; for (name in column) if (name ~ /^errors\./) failed += $column[name] }
    { printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", fault, of("variant"), failed, of("faults.outageSeconds"),
        of("faults.recoverySeconds"), of("faults.statesLost"), of("faults.changesLost"), of("faults.inDoubt"), of("faults.leakedConnections") }
  ' "$out/${fault%%@*}/latest/summary.csv"
done | {
  echo "| fault | variant | failed requests | longest outage (s) | until p95 was back (s) | states lost | changes lost | in doubt | connections left |"
  echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
  cat
} | tee "$out/table.md"
