-- Ends the tier's sessions and returns their number.
select count(*) filter (where pg_terminate_backend(a.pid)) as ended
from pg_stat_activity a
where a.datname = current_database()
  and a.backend_type = 'client backend'
  and a.application_name = 'cloakroom-tier';
