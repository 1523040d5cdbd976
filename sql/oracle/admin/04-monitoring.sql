-- Role with the right to read the views of 05-metrics.sql, the stress runner and the benchmarks
-- (sql/oracle/watch), and nothing else.
--
-- As SYSDBA in the pluggable database; then, for the user that monitors:  grant cloakroom_monitor to USER
-- READ and not SELECT, because SELECT may lock; on V_$, because V$ is only its synonym. SELECT_CATALOG_ROLE
-- would grant far more. Views of CDB$ROOT require 04-monitoring-root.sql.
-- Safe to run again. Undo: 04-monitoring-undo.sql.
whenever sqlerror exit failure

begin
  if sys_context('userenv', 'con_id') = '1' then
    raise_application_error(-20001, 'run this in the pluggable database; 04-monitoring-root.sql is for CDB$ROOT');
  end if;
end;
/

declare
  already_there exception;
  pragma exception_init(already_there, -1921);
begin
  execute immediate 'create role cloakroom_monitor';
exception
  when already_there then null;
end;
/

grant read on sys.v_$session to cloakroom_monitor;
grant read on sys.v_$con_sysstat to cloakroom_monitor;
grant read on sys.v_$con_sys_time_model to cloakroom_monitor;
grant read on sys.v_$con_system_event to cloakroom_monitor;
grant read on sys.v_$sys_time_model to cloakroom_monitor;
grant read on sys.v_$cpool_stats to cloakroom_monitor;
grant read on sys.v_$parameter to cloakroom_monitor;
grant read on sys.v_$instance to cloakroom_monitor;
grant read on sys.v_$lock to cloakroom_monitor;
grant read on sys.v_$sort_usage to cloakroom_monitor;
