#!/usr/bin/env bash
# Queries the node's admin port with shell commands only: exit code 0 if it is up.
#   health.sh PORT
exec 3<>"/dev/tcp/127.0.0.1/${1:?port}" || exit 1
printf 'GET /health HTTP/1.0\r\n\r\n' >&3
grep -q '"status":"up"' <&3
