#!/bin/sh
# Measures an experiment and prints its data as CSV: a row for each trial. Requires a quiet machine and the built project.
#   sh docs/experiments/measure.sh EXPERIMENT FOLDER           runs; results are in FOLDER
#   sh docs/experiments/measure.sh --from EXPERIMENT FOLDER    reads the runs that are in FOLDER
# EXPERIMENT: 001-closed 001-open 001-cache 002 003-enough 003-scarce 003-shared 004-regular 004-random 010 011 011-state 012 prediction (file of docs/experiments/data)
# RTTS, FAULTS, POOLS, SEEDS: the parts of 001-open, 010, 011, 012 to run, if not all
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

# Systems of "prediction": policy/threshold/users/connections/pause; the first is the source.
systems="release-in-memory/200/40/20/1s release-in-memory/200/20/20/1s release-in-memory/200/80/20/1s release-in-memory/200/120/20/1s \
  release-in-memory/200/40/5/1s release-in-memory/200/80/8/1s release-in-memory/200/40/20/2s release-in-memory/200/40/20/500ms \
  release-in-memory/200/80/10/2s release-in-memory/10/40/20/1s release-in-memory/10/60/10/2s release-passivate/10/40/20/2s sticky/10/40/80/1s"

# Sets policy, threshold, users, connections and pause from a system.
split() {
  IFS=/ read -r policy threshold users connections pause <<EOF
$1
EOF
}

# Runs in folder $1. Exit code 1 means failed requests, as faults cause them.
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

# Two policies and two thresholds at the RTTs $3, with snapshots of the sizes $2; $1 is the load; in folder $4.
two_by_two() {
  load=$1 states=$2 rtts=$3 out=$4
  set --
  for rtt in $rtts; do
    for state in $states; do
      for threshold in 10 200; do
        for policy in sticky:sticky released:release-in-memory; do
          settings="jbo.recyclethreshold=$threshold db-rtt=$rtt state-size=${state#*:}"
          set -- "$@" --variant "${policy%:*} $threshold $rtt ${state%:*}: ${policy#*:} $settings"
        done
      done
    done
  done
  run "$out" $load --think 1s --ramp 2s --warm-up 80x4 --trials 6 --max-repeats 0 "$@"
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
      sub(/ x[0-9]+( long)?$/, "", $variant) # the load of a step of capacity
      printf "%s,%d,%s,%s", run, $1, $variant, $users
      for (i = 1; i <= n; i++) printf ",%s", $selected[i]
      print ""
    }
  ' "$1/latest/summary.csv"
}

case $experiment in
  # 80 changes and commits a second: of 80 users, or of 20 sessions that arrive in a second, each with four
  001-closed) two_by_two "--users 80 --iterations 6" "small:0 large:23k" "0 500us 2ms" "$folder" ;;
  001-open)
    columns="response.p50 response.p95 $columns"
    for rtt in ${RTTS:-0 500us 2ms}; do
      two_by_two "--plan open-arrivals --users 1000 --arrivals 20/s --duration 10s" small:0 "$rtt" "$folder/$rtt"
    done
    ;;
  001-cache)
    set --
    for cache in 256 0; do
      for policy in sticky:sticky released:release-in-memory; do
        set -- "$@" --variant "${policy%:*} $cache: ${policy#*:} jbo.recyclethreshold=200 statement-cache=$cache"
      done
    done
    run "$folder" --users 80 --iterations 10 --think 300ms --ramp 2s --warm-up 80x4 --db-rtt 500us --trials 6 --max-repeats 0 "$@"
    ;;
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
  003-shared) # optimistic and pessimistic locking, all users on twenty rows
    columns="conflicts.* passivations.locksLost errors.* transactions"
    set --
    for locking in optimistic pessimistic; do
      for policy in sticky release-in-memory; do
        set -- "$@" --variant "$policy $locking: $policy jbo.locking.mode=$locking"
      done
    done
    run "$folder" --users 80 --iterations 10 --think 300ms --pending-time 300ms --ramp 2s --shared-rows 20 --trials 4 --max-repeats 0 "$@"
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
    for fault in ${FAULTS:-db-restart@5s+2s db-kill-sessions@5s link-cut@5s node-kill@5s node-stop@5s store-full@5s+4s}; do
      pools=ucp
      [ "${fault%@*}" != db-restart ] || pools=ucp,hikari
      run "$folder/$fault" --policies sticky,release-in-memory,release-failover --pool $pools --nodes 2 --db-rtt 0 \
        --users 40 --iterations 14 --think 300ms --ramp 2s --pending-time 100ms --trials 3 --max-repeats 0 --fault "$fault"
    done
    ;;
  011 | 011-state)
    [ $experiment = 011 ] || columns="stateKinds.*"
    for pool in ${POOLS:-24 44}; do
      set --
      for threshold in 5 10 20; do
        # a user's pages have a module each, and one connection is reserved for snapshots
        [ $((2 * threshold + 1)) -le $pool ] || continue
        kept="connection-threshold jbo.ampool.connection_threshold=$threshold jbo.ampool.monitorsleepinterval=1000 jbo.recyclethreshold=200"
        set -- "$@" --variant "sticky $threshold $pool: sticky jbo.recyclethreshold=$threshold" --variant "kept $threshold $pool: $kept"
      done
      for threshold in 10 200; do
        set -- "$@" --variant "released $threshold $pool: release-in-memory jbo.recyclethreshold=$threshold"
      done
      if [ $experiment = 011 ]; then
        stress "$folder/$pool" capacity --slo "service.p95 < 300ms, errors < 0.1%" --pool-size $pool --db-rtt 500us --page-wait 100ms --think 1s \
          --step 8s --confirm 8s --start-load 40 --max-load 320 --precision 20 --warm-up 20x2 "$@"
      else
        run "$folder/$pool" --plan state-kinds --pool-size $pool --users 80 --iterations 1 --think 1s --ramp 2s --db-rtt 500us \
          --page-wait 100ms --reset-level rollback "$@"
      fi
    done
    ;;
  012) # two variants that differ only in a limit that none reaches
    for seed in ${SEEDS:-$(seq 1 20)}; do
      run "$folder/$seed" --variant "A: release-in-memory pool-size=160" --variant "B: release-in-memory pool-size=161" --users 20 --iterations 4 \
        --think 200ms --ramp 0s --warm-up 20x4 --db-rtt 500us --trials 6 --seed "$seed" --max-repeats 0 --quiet
    done
    ;;
  prediction) # a source and twelve other systems: policy threshold users connections pause
    columns="response.mean response.p95 response.p99 throughputPerSecond connections.meanInUse modules.maxInstances requests errors.* \
      interference.utilization interference.percent"
    set --
    for system in $systems; do
      split "$system"
      set -- "$@" --variant "$system: $policy jbo.recyclethreshold=$threshold users=$users pool-size=$connections think=$pause"
    done
    run "$folder" --count-round-trips --db-rtt 1ms --page-wait 20ms --iterations 8 --ramp 2s --warm-up 20x4 --trials 4 --max-repeats 0 "$@"
    ;;
  *) echo "$experiment: not an experiment; see the first lines of $0" >&2; exit 2 ;;
esac

case $experiment in
  001-open | 010 | 011* | 012)
    for each in "$folder"/*/; do
      rows "$each" "$(basename "$each")"
    done | awk 'NR == 1 || !/^run,/'
    ;;
  prediction)
    {
      rows "$folder" measured
      for system in $systems; do
        split "$system"
        java -jar "$jar" predict --from "$folder/latest" --variant "${systems%% *}" --policy "$policy" --set "jbo.recyclethreshold=$threshold" \
          --users "$users" --connections "$connections" --think "$pause" --json |
          awk -v row="predicted,1,$system,$users" '{
            sub(/.*"predicted":/, "")
            count = split("mean p95 p99 perSecond connectionsMean instances", names, " ")
            for (i = 1; i <= count; i++) {
              match($0, "\"" names[i] "\":[0-9.]+")
              row = row "," substr($0, RSTART + length(names[i]) + 3, RLENGTH - length(names[i]) - 3)
            }
            print row
          }'
      done
    } | awk -F, 'NR == 1 { columns = NF } { for (i = NF; i < columns; i++) $0 = $0 ","; print }'
    ;;
  *) rows "$folder" 1 ;;
esac
