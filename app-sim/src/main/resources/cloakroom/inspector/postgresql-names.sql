-- Names of the settings that a session may change. Those of a transaction are not its own. Whoever is no superuser may not read three of them,
-- and perhaps not what extensions reserve for superusers.
select pg_catalog.string_agg(name, ',') from pg_catalog.pg_show_all_settings()
 where (context = 'user' or context = 'superuser' and pg_catalog.strpos(name, '.') = 0)
   and name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable',
                    'dynamic_library_path', 'extension_control_path', 'session_preload_libraries')
