-- Role with the right to read the views of 05-metrics-root.sql, and nothing else.
--
-- As SYSDBA in CDB$ROOT; then, for the common user that monitors:  grant c##cloakroom_monitor to c##USER
-- The views of DRCP and of the limits have rows in CDB$ROOT only. To see rows of other containers the user
-- also needs
--   alter user c##USER set container_data = all container = current
-- Safe to run again. Undo: 04-monitoring-root-undo.sql.
whenever sqlerror exit failure

begin
  if sys_context('userenv', 'con_id') <> '1' then
    raise_application_error(-20001, 'run this in CDB$ROOT; 04-monitoring.sql is for a pluggable database');
  end if;
end;
/

declare
  already_there exception;
  pragma exception_init(already_there, -1921);
begin
  execute immediate 'create role c##cloakroom_monitor';
exception
  when already_there then null;
end;
/

grant read on sys.v_$cpool_stats to c##cloakroom_monitor;
grant read on sys.v_$cpool_cc_stats to c##cloakroom_monitor;
grant read on sys.v_$queue to c##cloakroom_monitor;
grant read on sys.v_$shared_server to c##cloakroom_monitor;
grant read on sys.v_$dispatcher to c##cloakroom_monitor;
grant read on sys.v_$resource_limit to c##cloakroom_monitor;
