-- Sets shared servers and dispatchers in memory to the values of the server parameter file, or the defaults.
--
-- As SYSDBA in CDB$ROOT. Connections through a dispatcher are lost. If the file does not contain
-- MAX_SHARED_SERVERS, the value in memory stays 100, which has no effect without shared servers.
whenever sqlerror exit failure

declare
  v_dispatchers varchar2(4000);
  v_servers     varchar2(255);
  v_most        varchar2(255);

  procedure set_in_memory(p_name in varchar2, p_value in varchar2) is
  begin
    execute immediate 'alter system set ' || p_name || ' = ' || p_value || ' scope = memory';
  end set_in_memory;
begin
  if sys_context('userenv', 'con_id') not in ('0', '1') then
    raise_application_error(-20001, 'run this in CDB$ROOT, not in a pluggable database');
  end if;

  select listagg(dbms_assert.enquote_literal(s.value), ', ') within group (order by s.ordinal)
  into v_dispatchers
  from v$spparameter s
  where s.name = 'dispatchers' and s.isspecified = 'TRUE' and s.value is not null;
  select max(s.value) into v_servers
  from v$spparameter s
  where s.name = 'shared_servers' and s.isspecified = 'TRUE';
  select max(s.value) into v_most
  from v$spparameter s
  where s.name = 'max_shared_servers' and s.isspecified = 'TRUE';

  set_in_memory('shared_servers', '0');
  set_in_memory('dispatchers', '''''');
  if v_dispatchers is not null then
    set_in_memory('dispatchers', v_dispatchers);
  end if;
  set_in_memory(
    'shared_servers',
    coalesce(v_servers, case when v_dispatchers is null then '0' else '1' end));
  if v_most is not null then
    set_in_memory('max_shared_servers', v_most);
  end if;
end;
/

alter system register;
