-- Names of the settings that a session may change, without those in :names. Whoever is no superuser may not read all of what extensions
-- reserve for superusers, so these are left out.
select pg_catalog.string_agg(name, ',') from pg_catalog.pg_settings
 where (context = 'user' or context = 'superuser' and pg_catalog.strpos(name, '.') = 0)
   and name <> all (pg_catalog.string_to_array(:names, ','))
