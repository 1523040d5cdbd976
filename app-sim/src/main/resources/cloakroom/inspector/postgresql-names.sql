-- Names of the settings that a session may change and the current role may read, without those of a transaction.
select pg_catalog.string_agg(name, ',') from pg_catalog.pg_show_all_settings()
 where context in ('user', 'superuser') and name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
