-- Stops and removes the services of 03-services.sql. Their sessions continue.
--
-- As SYSDBA in the pluggable database where they were created. Safe to run again.
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
    select count(*) into v_started from v$active_services a where lower(a.name) = c_names(i);
    if v_started > 0 then
      dbms_service.stop_service(service_name => c_names(i));
    end if;
    select count(*) into v_known from dba_services d where lower(d.name) = c_names(i);
    if v_known > 0 then
      dbms_service.delete_service(service_name => c_names(i));
    end if;
  end loop;
end;
/
