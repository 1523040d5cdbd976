-- All settings, in lines as those of postgresql.sql. Only those with kind sessionSetting were set in the current session.
select pg_catalog.string_agg(pg_catalog.concat(case source when 'session' then 'sessionSetting' else 'otherSetting' end,
         chr(9), name, chr(9), pg_catalog.hashtext(setting)), chr(10))
  from pg_catalog.pg_show_all_settings()
 where name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
