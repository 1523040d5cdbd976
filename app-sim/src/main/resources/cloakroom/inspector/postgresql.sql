-- What the session at hand holds: one row, its text a line for each thing, kind, name and value between tabs. PostgreSQL 10 or later, no
-- privilege needed. :settings stands for names of settings of the application's own, known from its statements: no catalogue lists them.
--
-- Locks tell what an open transaction has done: row exclusive means that rows were written, row share that they were locked. Those of the
-- catalogue (below 16384) and of temporary tables say nothing, but for that of pg_largeobject, which stays until the transaction ends. A
-- transaction with an id and no such lock has changed something else, such as the catalogue. A lock of one's own writing counts as written.
-- The driver's own cursors (C_1) and prepared statements are not the application's. A setting made for an open transaction alone looks like
-- any other.
with held as (
  select l.locktype, l.mode, l.relation, c.relname::text as name,
         l.classid::text || '/' || l.objid::text || '/' || l.objsubid::text as key
    from pg_catalog.pg_locks l left join pg_catalog.pg_class c on c.oid = l.relation
   where l.pid = pg_catalog.pg_backend_pid() and l.granted and l.mode <> 'AccessShareLock'
     and (l.locktype = 'advisory'
          or l.relation = 2613
          or (l.relation >= 16384 and c.relkind in ('r', 'p', 'f', 'm') and c.relpersistence <> 't'))
)
select pg_catalog.string_agg(pg_catalog.concat(kind, chr(9), name, chr(9), value), chr(10))
  from (
    select 'postedChange', name, '' from held where mode = 'RowExclusiveLock' and relation <> 2613
    union all
    select 'postedChange', '', ''
     where pg_catalog.txid_current_if_assigned() is not null
       and not exists (select 1 from held where relation is not null)
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
    select 'advisoryLock', key, mode from held where locktype = 'advisory'
    union all
    select 'temporaryTable', relname::text, coalesce(pg_catalog.pg_relation_size(oid), 0)::text
      from pg_catalog.pg_class
     where pg_catalog.pg_my_temp_schema() <> 0 and relnamespace = pg_catalog.pg_my_temp_schema() and relkind = 'r'
    union all
    select 'sessionSetting', name, pg_catalog.hashtext(setting)::text from pg_catalog.pg_settings
     where source = 'session'
       and name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
    union all
    select 'sessionSetting', 'role', current_user::text
    union all
    select 'sessionSetting', 'session_authorization', session_user::text
    union all
    select 'sessionSetting', own, pg_catalog.hashtext(pg_catalog.current_setting(own, true))::text
      from pg_catalog.unnest(pg_catalog.string_to_array(':settings', ',')) as own
     where pg_catalog.current_setting(own, true) <> ''
    union all
    select 'preparedStatement', name, '' from pg_catalog.pg_prepared_statements where from_sql
    union all
    select case when is_holdable then 'openCursor' else 'transactionCursor' end, name, ''
      from pg_catalog.pg_cursors where name <> '' and name !~ '^C_[0-9]+$'
    union all
    select 'listen', channel, '' from pg_catalog.pg_listening_channels() as channel
  ) as things(kind, name, value)
