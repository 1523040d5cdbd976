-- Creates and starts a service for each connect method: cloakroom_dedicated, cloakroom_shared, cloakroom_pooled.
--
-- As SYSDBA in the pluggable database of the application's user:
--   sqlplus sys@//HOST:1521/freepdb1 as sysdba @sql/oracle/admin/03-services.sql
-- A service does not choose the server type, the URL does: jdbc:oracle:thin:@//HOST:1521/cloakroom_shared:shared.
-- Separate services distinguish sessions in V$SESSION; study S2 requests each type from any one of them.
-- Services stop with the pluggable database: run this again, or alter pluggable database save state.
-- Safe to run again. Undo: 03-services-undo.sql.
whenever sqlerror exit failure

declare
  type names_t is table of varchar2(64);
  c_names   constant names_t := names_t('cloakroom_dedicated', 'cloakroom_shared', 'cloakroom_pooled');
  v_known   pls_integer;
  v_started pls_integer;
begin
  if sys_context('userenv', 'con_id') = '1' then
    raise_application_error(-20001, 'run this in the pluggable database, not in CDB$ROOT');
  end if;
  for i in 1 .. c_names.count loop
    select count(*) into v_known from dba_services d where lower(d.name) = c_names(i);
    if v_known = 0 then
      dbms_service.create_service(service_name => c_names(i), network_name => c_names(i));
    end if;
    select count(*) into v_started from v$active_services a where lower(a.name) = c_names(i);
    if v_started = 0 then
      dbms_service.start_service(service_name => c_names(i));
    end if;
  end loop;
end;
/
