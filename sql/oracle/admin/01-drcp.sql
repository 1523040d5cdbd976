-- Sizes and starts the database resident connection pool (DRCP), for connects of type pooled.
--
-- As SYSDBA:  sqlplus / as sysdba @sql/oracle/admin/01-drcp.sql
-- Where: in CDB$ROOT, or in the pluggable database if ENABLE_PER_PDB_DRCP is true (21c and later); elsewhere
-- the package fails with ORA-56515 or ORA-56615, which this script checks first.
-- Sizes: the defaults of DRCP, as in the study of connect methods. A client's pool must not be larger than
-- maxsize, or it must not validate at borrow: validation ends connections without a server.
-- Safe to run again: a running pool gets these sizes. Undo: 01-drcp-undo.sql.
whenever sqlerror exit failure

declare
  v_container constant varchar2(10) := sys_context('userenv', 'con_id');
  v_per_pdb   varchar2(10);
  v_status    varchar2(20);
begin
  select max(p.value) into v_per_pdb from v$parameter p where p.name = 'enable_per_pdb_drcp';
  if v_per_pdb = 'TRUE' and v_container = '1' then
    raise_application_error(
      -20001, 'ENABLE_PER_PDB_DRCP is true: run this in the pluggable database, not in CDB$ROOT');
  elsif coalesce(v_per_pdb, 'FALSE') = 'FALSE' and v_container not in ('0', '1') then
    raise_application_error(
      -20001, 'ENABLE_PER_PDB_DRCP is not true: run this in CDB$ROOT, not in a pluggable database');
  end if;

  dbms_connection_pool.configure_pool(
    pool_name              => 'SYS_DEFAULT_CONNECTION_POOL',
    minsize                => 4,
    maxsize                => 40,
    incrsize               => 2,
    session_cached_cursors => 20,
    inactivity_timeout     => 300,
    max_think_time         => 120,
    max_use_session        => 500000,
    max_lifetime_session   => 86400);

  select max(c.status) into v_status
  from dba_cpool_info c
  where c.connection_pool = 'SYS_DEFAULT_CONNECTION_POOL';
  if v_status is null or v_status <> 'ACTIVE' then
    dbms_connection_pool.start_pool(pool_name => 'SYS_DEFAULT_CONNECTION_POOL');
  end if;
end;
/
