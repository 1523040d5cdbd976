#!/usr/bin/env bash
# Run once, as SYS in the root container: the kinds of server that connect strings ask for beside dedicated ones
# (:shared and :pooled), and the right to read what the stress runner and the benchmarks watch.
set -euo pipefail
sqlplus -S -L / as sysdba <<SQL
whenever sqlerror exit failure
@/opt/cloakroom/sql/admin/01-drcp.sql
@/opt/cloakroom/sql/admin/02-shared-servers.sql
alter session set container = ${CLOAKROOM_SERVICE:?};
@/opt/cloakroom/sql/admin/04-monitoring.sql
grant cloakroom_monitor to cloakroom;
SQL
