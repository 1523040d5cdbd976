-- How many transactions that wrote something are over: only those get a number. Each commit among them waits for the log once.
select pg_snapshot_xmax(pg_current_snapshot())::text as writes;
