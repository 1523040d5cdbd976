-- Settings that were set in the current session, in lines as those of postgresql.sql.
select pg_catalog.string_agg(pg_catalog.concat('sessionSetting', chr(9), name, chr(9), pg_catalog.hashtext(setting)), chr(10))
  from pg_catalog.pg_show_all_settings()
 where source = 'session' and name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
