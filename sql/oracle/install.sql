-- For SQL*Plus alone, in the schema of a separate user; stops at the first error:
--   sqlplus USER@//HOST:1521/SERVICE @sql/oracle/install.sql
-- The user needs create session, create table, create sequence, create procedure and a quota. Fails if an object of the same name exists.
whenever sqlerror exit failure rollback
whenever oserror exit failure
set define off
@@00-objects.sql
@@01-ps-txn.sql
@@02-pcoll-control.sql
@@03-hr.sql
@@04-fetch-test.sql
@@05-bc4j-cleanup.sql
@@06-state-kinds.sql
exit
