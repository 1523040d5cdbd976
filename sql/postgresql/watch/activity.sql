-- The tier's sessions now: all, those in a statement, those that hold a transaction and do nothing.
select
  count(*) as connections,
  count(*) filter (where a.state = 'active') as active,
  count(*) filter (where a.state like 'idle in transaction%') as idle_in_transaction
from pg_stat_activity a
where a.datname = current_database()
  and a.backend_type = 'client backend'
  and a.application_name = 'cloakroom-tier';
