-- State of the current session: one row whose text has a line per item with kind, name and value, separated by tabs. Requires PostgreSQL 10
-- and no privilege. :own are settings of the application, known from its statements: no catalogue lists them. :listed are the settings that
-- PostgreSQL lists; one hash shows whether any has changed, because PostgreSQL's list takes longer than all the rest. :transaction is the
-- query for an open transaction. The query reads the functions below the system's views, which take less time to plan. The driver's prepared
-- statements are not the application's.
select pg_catalog.string_agg(pg_catalog.concat(kind, chr(9), name, chr(9), value), chr(10))
  from (
    select 'advisoryLock', classid::text || '/' || objid::text || '/' || objsubid::text, mode
      from pg_catalog.pg_lock_status()
     where pid = pg_catalog.pg_backend_pid() and granted and locktype = 'advisory'
    union all
    select 'temporaryTable', relname::text, coalesce(pg_catalog.pg_relation_size(oid), 0)::text
      from pg_catalog.pg_class
     where pg_catalog.pg_my_temp_schema() <> 0 and relnamespace = pg_catalog.pg_my_temp_schema() and relkind in ('r', 'p')
    union all
    select 'temporaryObject', relname::text, relkind::text from pg_catalog.pg_class
     where pg_catalog.pg_my_temp_schema() <> 0 and relnamespace = pg_catalog.pg_my_temp_schema() and relkind in ('v', 'S')
    union all
    select 'temporaryObject', proname::text, '' from pg_catalog.pg_proc
     where pg_catalog.pg_my_temp_schema() <> 0 and pronamespace = pg_catalog.pg_my_temp_schema()
    union all
    select 'unavailable', name, 'no view shows it' from pg_catalog.unnest(array['currval and lastval', 'LOAD', 'setseed',
      'settings with a name of the application that no statement shows']) as name
    union all
    select 'sessionSetting', 'role', current_user::text
    union all
    select 'sessionSetting', 'session_authorization', session_user::text
    union all
    select 'sessionSetting', own, pg_catalog.hashtext(pg_catalog.current_setting(own, true))::text
      from pg_catalog.unnest(pg_catalog.string_to_array(':own', ',')) as own
     where pg_catalog.current_setting(own, true) <> ''
    union all
    select 'listedSettings', '', pg_catalog.hashtext(pg_catalog.string_agg(pg_catalog.current_setting(name, true), chr(10)))::text
      from pg_catalog.unnest('{:listed}'::text[]) as name
    union all
    select 'preparedStatement', name, '' from pg_catalog.pg_prepared_statement() where from_sql
    union all
    select 'openCursor', name, '' from pg_catalog.pg_cursor() where is_holdable and name <> '' and name !~ '^C_[0-9]+$'
    union all
    select 'listen', channel, '' from pg_catalog.pg_listening_channels() as channel
    :transaction
  ) as things(kind, name, value)
