-- Number of ended transactions that wrote: only those get an id. Each of their commits waits for the log once.
select pg_snapshot_xmax(pg_current_snapshot())::text as writes;
