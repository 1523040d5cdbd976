#!/usr/bin/env bash
# Installs sql/oracle as the application's user, once, at the database's first start. The password is
# passed through standard input, so that no process list shows it.
set -euo pipefail
folder=${CLOAKROOM_SQL:-/opt/cloakroom/sql}
shopt -s nullglob
for script in "$folder"/[0-9]*.sql; do
  echo "cloakroom: $(basename "$script")"
  sqlplus -S -L /nolog <<SQL
whenever oserror exit failure
whenever sqlerror exit failure
connect ${APP_USER:?}/"${APP_USER_PASSWORD:?}"@//localhost:1521/${CLOAKROOM_SERVICE:?}
@$script
exit success
SQL
done
