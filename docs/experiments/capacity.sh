#!/bin/sh
# How many users do twenty connections carry? Five policies at two distances; requests wait more than they compute, so that connections end
# before processors do.
#   sh docs/experiments/capacity.sh FOLDER
# It took 46 minutes on two processors; SEARCH replaces what is searched for, for instance SEARCH="--step 5s --most 80 --within 50".
set -u
out=${1:?"usage: sh docs/experiments/capacity.sh FOLDER"}
jar=$(dirname "$0")/../../stress-jmeter/target/stress.jar
search=${SEARCH:-"--step 10s --confirm 20s --first 40 --most 320 --within 25"}

java -jar "$jar" capacity --slo "service.p95 < 200ms, errors < 0.1%" \
  --policies sticky,release-passivate,release-in-memory,release-failover,unpooled-modules \
  --pool ucp --pool-size 20 --pool-min 20 --db-rtt 500us,5ms --page-work 20ms --think 1s --warm-up 20x3 $search --no-live --out "$out"
