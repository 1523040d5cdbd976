-- For SQL*Plus alone: removes all that install.sql makes, with the data, past the recycle bin.
--   sqlplus USER@//HOST:1521/SERVICE @sql/oracle/drop.sql
whenever sqlerror exit failure rollback
whenever oserror exit failure
set define off
@@06-state-kinds-drop.sql
@@05-bc4j-cleanup-drop.sql
@@04-fetch-test-drop.sql
@@03-hr-drop.sql
@@02-pcoll-control-drop.sql
@@01-ps-txn-drop.sql
exit
