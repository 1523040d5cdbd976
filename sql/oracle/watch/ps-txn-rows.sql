-- The snapshots that there are.
select count(*) as ps_txn_rows from ps_txn;
