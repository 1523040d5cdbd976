#!/bin/sh
# How many users do twenty connections carry? Five policies at two distances; requests wait more than they compute, so that connections end
# before processors do.
#   sh docs/experiments/capacity.sh FOLDER
# SEARCH replaces how it is searched, ERRORS how many may fail. Finer, and three quarters of an hour:
#   ERRORS=0.1% SEARCH="--step 10s --confirm 20s --start-load 40 --max-load 320 --precision 25 --warm-up 20x3" sh docs/experiments/capacity.sh FOLDER
set -u
out=${1:?"usage: sh docs/experiments/capacity.sh FOLDER"}
jar=$(dirname "$0")/../../stress-jmeter/target/stress.jar
search=${SEARCH:-"--step 6s --confirm 12s --start-load 40 --max-load 140 --precision 45 --warm-up 20x2"}
errors=${ERRORS:-1%}

java -jar "$jar" capacity --slo "service.p95 < 200ms, errors < $errors" \
  --policies sticky,release-passivate,release-in-memory,release-failover,unpooled-modules \
  --pool ucp --pool-size 20 --pool-min 20 --db-rtt 500us,5ms --page-wait 20ms --think 1s $search --no-live --out "$out"
