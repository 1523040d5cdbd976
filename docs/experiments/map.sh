#!/bin/sh
# Counts round trips, log flushes, bytes and snapshots of a change and its commit: 68 combinations of rules for pages with 1 to 8 view objects.
# Prints experiment 007's data as CSV. The counts do not depend on the machine.
#   sh docs/experiments/map.sh FOLDER [VIEWS...]     runs stress count for each number of view objects, 10 to 20 minutes each; results are in FOLDER
#   sh docs/experiments/map.sh --from FOLDER         reads the runs that are in FOLDER
set -eu
usage="usage: sh docs/experiments/map.sh [--from] FOLDER [VIEWS...]"
jar=$(dirname "$0")/../../stress-jmeter/target/stress.jar
users=12

# A page with $1 view objects, of which a session changes the first. The database generates the rows of the others.
application() {
  echo "application: views-$1"
  echo "load: {users: $users, iterations: 10, ramp: 1s, think: 3s}"
  echo "modules:"
  echo "  Module:"
  echo "    entities:"
  echo "      departments: {table: departments, key: department_id, attributes: {department_name: text(60)}}"
  echo "    views:"
  echo "      view1: {entity: departments, where: \"department_id >= :user\", order: department_id, range: 10}"
  queries="query view1"
  i=2
  while [ $i -le "$1" ]; do
    echo "      view$i: {rows: 10, attributes: {name: text(40)}, range: 10}"
    queries="$queries, query view$i"
    i=$((i + 1))
  done
  echo "pages:"
  echo "  page:"
  echo "    module: Module"
  echo "    shows: view1.department_name"
  echo "    steps: {open: [$queries], change: [set view1.department_name], commit: [commit], rollback: [rollback]}"
  echo "sessions:"
  echo "  edit: {weight: 100, visits: [{page: page, repeat: [change, commit, think]}]}"
}

# Runs all combinations on application file $1, results in folder $2. A variant is named by the first seven columns of the CSV.
run() {
  file=$1 out=$2
  set --
  for validation in always idle; do
    for requests in two one; do
      base="pool=hikari validation=$validation"
      [ $requests = two ] || base="$base one-request=true"
      set -- "$@" --variant "sticky 200 $validation - - - $requests: sticky jbo.recyclethreshold=200 $base"
      for lob in insert locate; do
        write="cloakroom.pstxn.statements=$lob $base"
        set -- "$@" --variant "passivate - $validation - - $lob $requests: release-passivate $write"
        for lifetime in commit next; do
          table="cloakroom.snapshot.lifetime=$lifetime $write"
          set -- "$@" --variant "sticky 10 $validation $lifetime - $lob $requests: sticky $table" \
            --variant "memory 10 $validation $lifetime fetch $lob $requests: release-in-memory cloakroom.level1.reexecute=fetching $table" \
            --variant "memory 10 $validation $lifetime all $lob $requests: release-in-memory cloakroom.level1.reexecute=all $table"
        done
      done
      room="release-in-memory jbo.recyclethreshold=200"
      set -- "$@" --variant "memory 200 $validation - fetch - $requests: $room cloakroom.level1.reexecute=fetching $base" \
        --variant "memory 200 $validation - all - $requests: $room cloakroom.level1.reexecute=all $base"
    done
  done
  java -jar "$jar" count --app "$file" --store ps-txn-classic "$@" --quiet --out "$out"
}

# One row a variant: the median of the last transactions of all sessions, the only one that every session makes in the steady state.
rows() {
  awk -F, -v OFS=, -v users=$users -v views="$1" '
    function median(column,    i, j, value, sorted) {
      for (i = 0; i < users; i++) {
        value = sum[count - users + i, column]
        for (j = i; j > 0 && sorted[j - 1] > value; j--) sorted[j] = sorted[j - 1]
        sorted[j] = value
      }
      if (column < 6 && sorted[0] != sorted[users - 1])
        print "views " views ", " variant ": " heading[column] " from " sorted[0] " to " sorted[users - 1] > "/dev/stderr"
      return sorted[int((users - 1) / 2)]
    }
    function print_row(    name) {
      if (variant == "") return
      split(variant, name, " ")
      sub(/^(memory|passivate)$/, "release-&", name[1]); sub(/memory/, "in-memory", name[1]); sub(/fetch/, "fetching", name[5])
      print name[1], name[2], name[3], name[4], name[5], name[6], name[7], views, median(4), median(5), median(6), median(7), median(8), median(9)
    }
    NR == 1 { for (i = 1; i <= NF; i++) heading[i] = $i; next }
    $1 != variant { print_row(); variant = $1; count = 0; split("", sum) }
    $2 != "" { for (i = 4; i <= 9; i++) sum[count, i] += $i; if ($3 ~ / commit$/) count++ }
    END { print_row() }
  ' "$2"
}

from=no
if [ "${1:-}" = --from ]; then from=yes; shift; fi
folder=${1:?"$usage"}
shift
[ $# -gt 0 ] || set -- 1 2 3 4 5 6 7 8
if [ $from = no ]; then
  files=$(mktemp -d)
  trap 'rm -r "$files"' EXIT
  for views in "$@"; do
    application "$views" > "$files/views-$views.yaml"
    run "$files/views-$views.yaml" "$folder/run-$views" >&2
  done
fi
echo policy,threshold,validation,lifetime,reexecute,lob,requests,views,roundTrips,logFlushes,bytesSent,bytesReceived,snapshotsWritten,snapshotsRead
for views in "$@"; do
  rows "$views" "$folder/run-$views/latest/round-trips.csv"
done
