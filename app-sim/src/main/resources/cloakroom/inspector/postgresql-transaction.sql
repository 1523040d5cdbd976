-- State of the open transaction, by its locks: row exclusive means that rows were written, row share that rows were locked. Locks of the
-- catalogue (below 16384) and of temporary tables are ignored, except that of pg_largeobject, which lasts until the transaction ends. A
-- transaction with an id but no such lock has changed something else, such as the catalogue. A table that was written does not count as
-- locked. The driver's cursors (C_1) are not the application's. A setting of the transaction looks like one of the session.
union all (
  with held as (
    select l.mode, l.relation, c.relname::text as name
      from pg_catalog.pg_lock_status() l left join pg_catalog.pg_class c on c.oid = l.relation
     where l.pid = pg_catalog.pg_backend_pid() and l.granted and l.mode <> 'AccessShareLock'
       and (l.relation = 2613
            or (l.relation >= 16384 and c.relkind in ('r', 'p', 'f', 'm') and c.relpersistence <> 't'))
  )
  select 'postedChange', name, '' from held where mode = 'RowExclusiveLock' and relation <> 2613
  union all
  select 'postedChange', '', ''
   where pg_catalog.txid_current_if_assigned() is not null and not exists (select 1 from held)
     and not exists (select 1 from pg_catalog.pg_lock_status() l join pg_catalog.pg_class c on c.oid = l.relation
                      where l.pid = pg_catalog.pg_backend_pid() and c.relkind = 'S') -- nextval
  union all
  select 'rowLock', name, '' from held h
   where mode = 'RowShareLock'
     and not exists (select 1 from held w where w.relation = h.relation and w.mode = 'RowExclusiveLock')
  union all
  select 'tableLock', name, mode from held
   where relation <> 2613 and mode not in ('RowShareLock', 'RowExclusiveLock')
  union all
  select 'largeObject', '', '' from held
   where relation = 2613 and mode = 'RowExclusiveLock' and pg_catalog.txid_current_if_assigned() is not null
  union all
  select 'transactionCursor', name, '' from pg_catalog.pg_cursor()
   where not is_holdable and name <> '' and name !~ '^C_[0-9]+$'
)
