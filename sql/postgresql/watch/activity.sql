-- The tier's sessions now: all, in a statement, idle in a transaction.
select
  count(*) as connections,
  count(*) filter (where a.state = 'active') as active,
  count(*) filter (where a.state like 'idle in transaction%') as idle_in_transaction
from pg_stat_activity a
where a.datname = current_database()
  and a.backend_type = 'client backend'
  and a.application_name = 'cloakroom-tier';
