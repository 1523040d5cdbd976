-- Names of the settings that a session may change, without those in :names and without superuser settings of extensions, which other users
-- may not read.
select pg_catalog.string_agg(name, ',') from pg_catalog.pg_settings
 where (context = 'user' or context = 'superuser' and pg_catalog.strpos(name, '.') = 0)
   and name <> all (pg_catalog.string_to_array(:names, ','))
