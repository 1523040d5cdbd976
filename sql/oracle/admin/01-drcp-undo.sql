-- Resets the database resident connection pool to its default sizes and stops it.
--
-- As SYSDBA, where 01-drcp.sql was run. Pooled connections are lost. If the pool ran before 01-drcp.sql,
-- start it again with its previous sizes, which are not known here.
whenever sqlerror exit failure

declare
  v_status varchar2(20);
begin
  dbms_connection_pool.restore_defaults(pool_name => 'SYS_DEFAULT_CONNECTION_POOL');
  select max(c.status) into v_status
  from dba_cpool_info c
  where c.connection_pool = 'SYS_DEFAULT_CONNECTION_POOL';
  if v_status = 'ACTIVE' then
    dbms_connection_pool.stop_pool(pool_name => 'SYS_DEFAULT_CONNECTION_POOL');
  end if;
end;
/
