#!/usr/bin/env bash
# Run once, as SYS in the root container: starts the server types that connect strings can request in addition to
# dedicated (:shared and :pooled), and grants the right to read the views of the stress runner and the benchmarks.
set -euo pipefail
sqlplus -S -L / as sysdba <<SQL
whenever sqlerror exit failure
@/opt/cloakroom/sql/admin/01-drcp.sql
@/opt/cloakroom/sql/admin/02-shared-servers.sql
alter session set container = ${CLOAKROOM_SERVICE:?};
@/opt/cloakroom/sql/admin/04-monitoring.sql
grant cloakroom_monitor to cloakroom;
SQL
