-- Statistics of this database since their last reset. A session reports at most once a second.
select
  d.sessions as logons,
  d.xact_commit as commits,
  d.xact_rollback as rollbacks,
  d.tup_returned as rows_read,
  d.tup_inserted + d.tup_updated + d.tup_deleted as rows_written,
  d.blks_hit + d.blks_read as logical_reads,
  d.blks_read as physical_reads,
  d.deadlocks as deadlocks,
  (d.active_time * 1000)::bigint as db_micros,
  (d.idle_in_transaction_time * 1000)::bigint as idle_in_transaction_micros,
  (d.session_time * 1000)::bigint as session_micros
from pg_stat_database d
where d.datname = current_database();
