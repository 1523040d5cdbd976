-- Metrics of CDB$ROOT, for a common user with the role of 04-monitoring-root.sql.
-- Reads only. The values count since the start: run it before and after, and subtract.
whenever sqlerror exit failure
set linesize 200
set pagesize 100

-- DRCP: with num_waits above zero maxsize was too small
select
  p.pool_name, p.num_open_servers, p.num_busy_servers, p.num_auth_servers, p.num_requests, p.num_hits,
  p.num_misses, p.num_waits, p.num_authentications, p.num_purged, p.historic_max
from v$cpool_stats p;

select c.cclass_name, c.num_requests, c.num_hits, c.num_misses, c.num_waits, c.num_authentications
from v$cpool_cc_stats c;

-- shared servers: hundredths of a second that requests waited in the common queue
select q.type, q.queued, q.totalq, q.wait
from v$queue q;

select s.name, s.status, s.requests, s.busy, s.idle
from v$shared_server s;

select d.name, d.status, d.accept, d.owned, d.created, d.busy, d.idle
from v$dispatcher d;

select r.resource_name, r.current_utilization, r.max_utilization, r.limit_value
from v$resource_limit r
where r.resource_name in ('processes', 'sessions', 'transactions', 'max_shared_servers');
