-- Counters of the database since the last reset of its statistics, the time of the reset, and the size of PS_TXN.
select
  d.sessions as sessions,
  d.xact_commit as commits,
  d.xact_rollback as rollbacks,
  coalesce(p.n_tup_ins, 0) as ps_txn_inserts,
  coalesce(p.n_tup_upd, 0) as ps_txn_updates,
  coalesce(p.n_tup_del, 0) as ps_txn_deletes,
  (select count(*) from cloakroom.ps_txn) as ps_txn_rows,
  pg_total_relation_size('cloakroom.ps_txn') as ps_txn_bytes,
  pg_postmaster_start_time()::text as started,
  concat_ws(' ', d.stats_reset, (select stats_reset from pg_stat_wal)) as counted_since
from pg_stat_database d
left join pg_stat_user_tables p on p.relid = to_regclass('cloakroom.ps_txn')
where d.datname = current_database();
