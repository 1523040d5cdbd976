#!/usr/bin/env bash
# Starts a second listener at port 1522, as in the study of connect methods, which chooses one for each stream. The
# instance registers its services with both; neither file nor parameter outlives the container.
set -euo pipefail
TNS_ADMIN=$(mktemp -d)
export TNS_ADMIN
cat >"$TNS_ADMIN/listener.ora" <<ORA
SECOND = (DESCRIPTION = (ADDRESS = (PROTOCOL = TCP)(HOST = 0.0.0.0)(PORT = 1522)))
ORA
lsnrctl start SECOND
sqlplus -S -L / as sysdba <<SQL
whenever sqlerror exit failure
alter system set local_listener = '(ADDRESS_LIST=(ADDRESS=(PROTOCOL=TCP)(HOST=localhost)(PORT=1521))(ADDRESS=(PROTOCOL=TCP)(HOST=localhost)(PORT=1522)))' scope = memory;
alter system register;
SQL
