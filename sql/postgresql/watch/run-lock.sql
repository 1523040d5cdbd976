-- Locks the schema for a run until the transaction ends, or returns the name of the session with the lock.
select
  (select count(set_config(s.name, '0', true))
    from pg_settings s
    where s.name in ('idle_in_transaction_session_timeout', 'transaction_timeout')) as unlimited,
  pg_try_advisory_xact_lock(1129074763, k.id) as locked,
  (select a.application_name
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted
      and l.classid::bigint = 1129074763 and l.objid::bigint = k.id and a.datname = current_database()
    limit 1) as holder
from (select (hashtext('cloakroom.ps_txn')::bigint & 2147483647)::int as id) k;
