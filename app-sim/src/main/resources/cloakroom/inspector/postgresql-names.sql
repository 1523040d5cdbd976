-- Names of the settings that a session may change, without those of a transaction, the three that only superusers may read, and the superuser
-- settings of extensions.
select pg_catalog.string_agg(name, ',') from pg_catalog.pg_show_all_settings()
 where (context = 'user' or context = 'superuser' and pg_catalog.strpos(name, '.') = 0)
   and name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable',
                    'dynamic_library_path', 'extension_control_path', 'session_preload_libraries')
