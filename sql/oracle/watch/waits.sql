-- Wait time of sessions of users by class, in microseconds since the start.
select
  sum(case when e.wait_class = 'Application' then e.time_waited_micro_fg else 0 end) as wait_micros_application,
  sum(case when e.wait_class = 'Commit' then e.time_waited_micro_fg else 0 end) as wait_micros_commit,
  sum(case when e.wait_class = 'Concurrency' then e.time_waited_micro_fg else 0 end) as wait_micros_concurrency,
  sum(case when e.wait_class = 'Configuration' then e.time_waited_micro_fg else 0 end) as wait_micros_configuration,
  sum(case when e.wait_class = 'Network' then e.time_waited_micro_fg else 0 end) as wait_micros_network,
  sum(case when e.wait_class = 'Scheduler' then e.time_waited_micro_fg else 0 end) as wait_micros_scheduler,
  sum(case when e.wait_class = 'System I/O' then e.time_waited_micro_fg else 0 end) as wait_micros_system_io,
  sum(case when e.wait_class = 'User I/O' then e.time_waited_micro_fg else 0 end) as wait_micros_user_io,
  sum(case when e.wait_class in ('Administrative', 'Cluster', 'Other', 'Queueing')
    then e.time_waited_micro_fg else 0 end) as wait_micros_other
from v$con_system_event e
where e.wait_class <> 'Idle';
