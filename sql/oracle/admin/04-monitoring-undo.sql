-- Removes the role of 04-monitoring.sql, and with it the grants. As SYSDBA in the pluggable database.
whenever sqlerror exit failure

declare
  not_there exception;
  pragma exception_init(not_there, -1919);
begin
  execute immediate 'drop role cloakroom_monitor';
exception
  when not_there then null;
end;
/
