-- Enables shared servers for connects of type shared: 10 of them, at most 100, and 4 dispatchers, as in the
-- study of connect methods.
--
-- As SYSDBA in CDB$ROOT:  sqlplus / as sysdba @sql/oracle/admin/02-shared-servers.sql
-- The container images of gvenzl have SHARED_SERVERS=0: a shared connect fails with ORA-12520 before this
-- script. The parameters cannot be set in a pluggable database (ORA-65040).
-- An existing group of dispatchers, usually for XDB, keeps its service when it is changed: so the groups are
-- removed first. Connections through a dispatcher are lost.
-- The study's dispatchers serve one service. These serve every service: the URL chooses the server type.
-- In memory only: lost at a restart of the instance. Safe to run again. Undo: 02-shared-servers-undo.sql.
whenever sqlerror exit failure

begin
  if sys_context('userenv', 'con_id') not in ('0', '1') then
    raise_application_error(-20001, 'run this in CDB$ROOT, not in a pluggable database');
  end if;
end;
/

alter system set shared_servers = 0 scope = memory;
alter system set dispatchers = '' scope = memory;
alter system set max_shared_servers = 100 scope = memory;
alter system set dispatchers = '(PROTOCOL=TCP)(DISPATCHERS=4)' scope = memory;
alter system set shared_servers = 10 scope = memory;
alter system register;
