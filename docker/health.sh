#!/usr/bin/env bash
# Asks the node's admin port how it is, with nothing but the shell: exit code 0 if it is up.
#   health.sh PORT
exec 3<>"/dev/tcp/127.0.0.1/${1:?port}" || exit 1
printf 'GET /health HTTP/1.0\r\n\r\n' >&3
grep -q '"status":"up"' <&3
