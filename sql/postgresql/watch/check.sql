-- Server settings and limits that a run depends on, and the session of another run on the schema.
select
  current_setting('server_encoding') as encoding,
  quote_ident(current_user) as account,
  quote_ident(current_database()) as database,
  (select r.rolsuper from pg_roles r where r.rolname = current_user) as superuser,
  pg_has_role('pg_monitor', 'member') as monitor,
  pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') as read_only,
  (select case when s.ssl then concat_ws(' ', s.version, s.cipher) end from pg_stat_ssl s where s.pid = pg_backend_pid()) as tls,
  current_setting('max_connections') as max_connections,
  current_setting('superuser_reserved_connections')::int
    + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
  (select sum(d.numbackends) from pg_stat_database d) as in_use,
  (select nullif(r.rolconnlimit, -1) from pg_roles r where r.rolname = current_user) as role_limit,
  (select count(*) from pg_stat_activity a where a.usename = current_user) as role_in_use,
  (select nullif(d.datconnlimit, -1) from pg_database d where d.datname = current_database()) as database_limit,
  (select d.numbackends from pg_stat_database d where d.datname = current_database()) as database_in_use,
  (select string_agg(t.name || ' ' || current_setting(t.name, true), ', ')
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout',
      'transaction_timeout']) t(name)
    where coalesce(current_setting(t.name, true), '0') <> '0') as timeouts,
  (select string_agg(s.sessions || ' of ' || s.name, ', ')
    from (
      select a.application_name as name, count(*) as sessions
      from pg_stat_activity a
      where a.datname = current_database()
        and a.application_name like 'cloakroom%'
        and a.application_name <> current_setting('application_name')
      group by 1 order by 1) s) as others,
  (select coalesce(a.application_name, 'unknown')
    from pg_locks l
    join pg_database d on d.oid = l.database and d.datname = current_database()
    left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid::bigint = 1129074763
      and l.objid::bigint = hashtext('cloakroom.ps_txn')::bigint & 2147483647
    limit 1) as run;
