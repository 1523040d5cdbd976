-- Sessions of this database, without the monitor's: user, idle time and transaction. Sessions of other users
-- are hidden without pg_monitor.
select
  a.pid::text as session_id,
  a.application_name as application,
  a.usename::text as account,
  case when a.state like 'idle%' then extract(epoch from clock_timestamp() - a.state_change) end as idle_seconds,
  case when a.state like 'idle in transaction%' then coalesce(a.xact_start, a.state_change)::text end as transaction,
  a.state is null or a.state = 'disabled' as hidden
from pg_stat_activity a
where a.datname = current_database()
  and a.usename is not null
  and coalesce(a.backend_type, 'client backend') = 'client backend'
  and a.application_name not like 'cloakroom-monitor%';
