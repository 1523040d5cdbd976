-- Number of snapshots.
select count(*) as ps_txn_rows from ps_txn;
