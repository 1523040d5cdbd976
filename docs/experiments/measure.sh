#!/bin/sh
# Measures an experiment and prints its data as CSV: a row for each trial. Requires a quiet machine and the built project.
#   sh docs/experiments/measure.sh EXPERIMENT FOLDER           runs; results are in FOLDER
#   sh docs/experiments/measure.sh --from EXPERIMENT FOLDER    reads the runs that are in FOLDER
# EXPERIMENT: 001-closed 001-open 002 003-enough 003-scarce 004-regular 004-random 010 011 011-state 012 (file of docs/experiments/data)
set -eu
usage="usage: sh docs/experiments/measure.sh [--from] EXPERIMENT FOLDER"
jar=$(dirname "$0")/../../stress-jmeter/target/stress.jar
from=no
if [ "${1:-}" = --from ]; then from=yes; shift; fi
experiment=${1:?"$usage"}
folder=${2:?"$usage"}
columns="response.mean service.mean service.p95 tier.mean tier.p95 tier.max requests transactions errors.* connections.meanInUse \
  connections.databaseMax modules.maxInstances modules.recycles passivations.snapshotWrites network.roundTripsPerRequest \
  cpuMicrosPerRequest.tier interference.utilization interference.percent"

# Runs in folder $1. Exit code 1 are failed requests: of faults, and of a search for the most users.
stress() {
  [ $from = no ] || return 0
  out=$1 command=$2
  shift 2
  java -jar "$jar" "$command" --no-dashboard --no-live --out "$out" "$@" >&2 || [ $? -eq 1 ]
}

run() {
  out=$1
  shift
  stress "$out" run --no-count-round-trips "$@"
}

# Two policies and two thresholds, at three RTTs, with snapshots of two sizes.
two_by_two() {
  load=$1
  set --
  for rtt in 0 500us 2ms; do
    for state in small:0 large:23k; do
      for policy in sticky:sticky released:release-in-memory; do
        for threshold in 10 200; do
          settings="jbo.recyclethreshold=$threshold db-rtt=$rtt state-size=${state#*:}"
          set -- "$@" --variant "${policy%:*} $threshold $rtt ${state%:*}: ${policy#*:} $settings"
        done
      done
    done
  done
  run "$folder" $load --think 1s --ramp 2s --warm-up 80x4 --trials 6 --max-repeats 0 "$@"
}

# Prints the columns of a run's summary.csv, after $2, the name of the run.
rows() {
  awk -F, -v run="$2" -v wanted="$columns" '
    NR == 1 {
      printf "run,trial,variant,users"
      count = split(wanted, patterns, " ")
      for (p = 1; p <= count; p++) {
        for (i = 1; i <= NF; i++) {
          name = $i
          sub(/ .*/, "", name)
          if (name == patterns[p] || patterns[p] ~ /[*]$/ && index(name, substr(patterns[p], 1, length(patterns[p]) - 1)) == 1) {
            selected[++n] = i
            printf ",%s", name
          }
          if (name == "variant") variant = i
          if (name == "users") users = i
        }
      }
      print ""
      next
    }
    {
      printf "%s,%d,%s,%s", run, $1, $variant, $users
      for (i = 1; i <= n; i++) printf ",%s", $selected[i]
      print ""
    }
  ' "$1/latest/summary.csv"
}

case $experiment in
  # 80 changes and commits a second: of 80 users, or of 20 sessions that arrive in a second, each with four
  001-closed) two_by_two "--users 80 --iterations 6" ;;
  001-open) two_by_two "--plan open-arrivals --users 1000 --arrivals 20/s --duration 10s" ;;
  002)
    run "$folder" --users 80 --iterations 5 --think 300ms --ramp 0s --warm-up 0 --trials 6 --max-repeats 0 \
      --variant "HikariCP minimum 0: sticky pool=hikari" --variant "HikariCP minimum 160: sticky pool=hikari pool-min=160" \
      --variant "UCP minimum 0: sticky pool=ucp"
    ;;
  003-enough | 003-scarce)
    columns="tier.mean modules.recycles passivations.snapshotWrites connectionResets.* stateKinds.*"
    set -- --pool-size 200 --iterations 1
    [ $experiment = 003-enough ] || set -- --pool-size 10 --iterations 2 --internal-pool-size 10 \
      --set jbo.server.internal_connection=separate --set jbo.ampool.maxpoolsize=10 --set cloakroom.ampool.maxwait=1000
    run "$folder" --plan state-kinds --policies all --reset-level none,full --users 80 --think 300ms --ramp 5s "$@"
    ;;
  004-regular | 004-random)
    columns="tier.mean modules.recycles passivations.snapshotWrites stateKinds.*"
    think=300ms
    [ $experiment = 004-regular ] || think=300ms~exponential
    run "$folder" --plan state-kinds --policies sticky --vary jbo.recyclethreshold=10,20,40,60,70,80,100 --reset-level rollback \
      --users 80 --iterations 2 --think $think --ramp 5s --pool-size 200
    ;;
  010)
    columns="errors.* faults.*"
    faults="db-restart@8s+2s db-kill-sessions@8s link-cut@8s db-freeze@8s+4s node-kill@8s node-stop@8s pool-exhaust@8s+4s \
      store-full@8s+4s link-latency@8s+4s=50ms link-loss@8s+4s=5%"
    for fault in ${FAULTS:-$faults}; do
      run "$folder/$fault" --policies sticky,release-in-memory,release-failover,release-passivate --pool ucp,hikari --nodes 2 --db-rtt 0 \
        --users 40 --iterations 18 --think 300ms --ramp 2s --pending-time 100ms --fault "$fault"
    done
    ;;
  011 | 011-state)
    set --
    for pool in 24 44; do
      for threshold in 5 10 20; do
        # a user's pages have a module each, and one connection is reserved for snapshots
        [ $((2 * threshold + 1)) -gt $pool ] || set -- "$@" --variant "sticky $threshold $pool: sticky jbo.recyclethreshold=$threshold pool-size=$pool"
        kept="connection-threshold jbo.ampool.connection_threshold=$threshold jbo.ampool.monitorsleepinterval=1000 jbo.recyclethreshold=200"
        [ $((2 * threshold + 1)) -gt $pool ] || set -- "$@" --variant "kept $threshold $pool: $kept pool-size=$pool"
      done
      for threshold in 10 200; do
        set -- "$@" --variant "released $threshold $pool: release-in-memory jbo.recyclethreshold=$threshold pool-size=$pool"
      done
    done
    if [ $experiment = 011 ]; then
      stress "$folder" capacity --slo "service.p95 < 300ms, errors < 0.1%" --db-rtt 500us --page-wait 100ms --think 1s \
        --step 8s --confirm 8s --start-load 40 --max-load 320 --precision 20 --warm-up 20x2 "$@"
    else
      columns="stateKinds.*"
      run "$folder" --plan state-kinds --users 80 --iterations 1 --think 1s --ramp 2s --db-rtt 500us --page-wait 100ms --reset-level rollback "$@"
    fi
    ;;
  012) # two variants that differ in nothing but their names
    for seed in $(seq 1 24); do
      run "$folder/$seed" --variant "A: release-in-memory" --variant "B: release-in-memory" --users 40 --iterations 8 --think 300ms --ramp 1s \
        --warm-up 40x4 --db-rtt 500us --trials 6 --seed "$seed" --max-repeats 0 --quiet
    done
    ;;
  *) echo "$experiment: not an experiment; see the first lines of $0" >&2; exit 2 ;;
esac

case $experiment in
  010 | 012)
    for each in "$folder"/*/; do
      rows "$each" "$(basename "$each")"
    done | awk 'NR == 1 || !/^run,/'
    ;;
  *) rows "$folder" 1 ;;
esac
