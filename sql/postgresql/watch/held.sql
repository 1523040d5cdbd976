-- Items of sessions that any account may see: one row per item. A row without a session contains the reason why a kind is not available.
-- Locks show what a transaction has done: row exclusive means written rows, row share means locked rows. The owner of a temporary
-- schema is visible since PostgreSQL 16.
with held as (
  select
    l.pid,
    l.locktype,
    l.mode,
    l.relation,
    coalesce(c.relname::text, l.classid::text || '/' || l.objid::text || '/' || l.objsubid::text) as name
  from pg_locks l
  left join pg_class c on c.oid = l.relation
  where l.granted
    and l.mode <> 'AccessShareLock'
    and l.database = (select d.oid from pg_database d where d.datname = current_database())
    and (l.locktype = 'advisory'
         or l.relation = 2613
         or l.relation >= 16384 and c.relkind in ('r', 'p', 'f', 'm') and c.relpersistence <> 't')
)
select
  t.pid::text as session_id,
  t.kind,
  t.name
from (
  select h.pid, 'postedChange' as kind, h.name from held h where h.mode = 'RowExclusiveLock' and h.relation <> 2613
  union
  select a.pid, 'postedChange', '' from pg_stat_activity a
  where a.backend_xid is not null
    and not exists (select 1 from held h where h.pid = a.pid and h.relation is not null)
    and not exists (
      select 1 from pg_locks s join pg_class c on c.oid = s.relation and c.relkind = 'S' -- nextval
      where s.pid = a.pid and s.database = (select d.oid from pg_database d where d.datname = current_database()))
  union
  select h.pid, 'rowLock', h.name from held h
  where h.mode = 'RowShareLock'
    and not exists (
      select 1 from held w where w.pid = h.pid and w.relation = h.relation and w.mode = 'RowExclusiveLock')
  union
  select h.pid, 'tableLock', h.name from held h
  where h.relation <> 2613 and h.mode not in ('RowShareLock', 'RowExclusiveLock')
  union
  select h.pid, 'largeObject', '' from held h where h.relation = 2613 and h.mode = 'RowExclusiveLock'
  union
  select h.pid, 'advisoryLock', h.name from held h where h.locktype = 'advisory'
  union
  select pg_stat_get_backend_pid(b.id), 'temporaryTable', c.relname::text
  from pg_stat_get_backend_idset() b(id)
  join pg_namespace n on n.nspname = 'pg_temp_' || b.id
  join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
  where current_setting('server_version_num')::int >= 160000
  union all
  select null, 'temporaryTable', 'before PostgreSQL 16 no view shows the owner of a temporary schema'
  where current_setting('server_version_num')::int < 160000
  union all
  select null, k.kind, 'no view shows those of another session'
  from unnest(array['sessionSetting', 'preparedStatement', 'openCursor', 'transactionCursor', 'listen', 'jdbcProperty']) k(kind)
) t;
