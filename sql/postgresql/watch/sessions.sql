-- Sessions of clients now, without the monitor's, and the wait events of those in a statement.
-- Hidden ones belong to other users: without pg_read_all_stats not even their kind is visible.
select
  count(*) as sessions,
  count(*) filter (where a.state = 'active') as sessions_active,
  count(*) filter (where a.state like 'idle in transaction%') as sessions_idle_in_transaction,
  count(*) filter (where a.state = 'active' and a.wait_event_type is null) as waiting_for_nothing,
  count(*) filter (where a.state = 'active' and a.wait_event_type = 'Client') as waiting_client,
  count(*) filter (where a.state = 'active' and a.wait_event_type = 'IO') as waiting_io,
  count(*) filter (where a.state = 'active' and a.wait_event_type = 'IPC') as waiting_ipc,
  count(*) filter (where a.state = 'active' and a.wait_event_type = 'LWLock') as waiting_lwlock,
  count(*) filter (where a.state = 'active' and a.wait_event_type = 'Lock') as waiting_lock,
  count(*) filter (where a.state = 'active' and a.wait_event_type = 'Timeout') as waiting_timeout,
  count(*) filter (where a.state = 'active'
    and a.wait_event_type not in ('Client', 'IO', 'IPC', 'LWLock', 'Lock', 'Timeout')) as waiting_other,
  count(*) filter (where a.query = '<insufficient privilege>') as hidden
from pg_stat_activity a
where a.datname = current_database()
  and (a.backend_type = 'client backend' or a.query = '<insufficient privilege>')
  and a.application_name not like 'cloakroom-monitor%';
