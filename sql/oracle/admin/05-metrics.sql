-- Metrics of the pluggable database during a run, for a user with the role of 04-monitoring.sql.
-- Reads only. The values count since the start: run it before and after, and subtract.
whenever sqlerror exit failure
set linesize 200
set pagesize 100

-- how sessions connected and what they wait for
select s.service_name, s.server, s.status, s.module, s.wait_class, s.event, count(*) as sessions
from v$session s
where s.type = 'USER'
group by s.service_name, s.server, s.status, s.module, s.wait_class, s.event
order by sessions desc;

-- microseconds: a large share of connect time in DB time indicates a connection storm
select t.stat_name, t.value
from v$con_sys_time_model t
where t.stat_name in (
  'DB time', 'DB CPU', 'connection management call elapsed time', 'parse time elapsed',
  'hard parse elapsed time', 'sql execute elapsed time', 'PL/SQL execution elapsed time');

-- the same for the whole instance, which the benchmarks read
select t.stat_name, t.value
from v$sys_time_model t
where t.stat_name in ('DB time', 'DB CPU', 'connection management call elapsed time', 'background cpu time');

-- compared with the tier's counts of round trips, commits and parses
select n.name, n.value
from v$con_sysstat n
where n.name in (
  'logons cumulative', 'logons current', 'user calls', 'user commits', 'user rollbacks', 'execute count',
  'parse count (total)', 'parse count (hard)', 'session cursor cache hits',
  'SQL*Net roundtrips to/from client', 'bytes sent via SQL*Net to client',
  'bytes received via SQL*Net from client', 'session logical reads', 'physical reads', 'redo size',
  'redo synch time');

select e.wait_class, e.event, e.total_waits, e.time_waited_micro
from v$con_system_event e
where e.wait_class <> 'Idle'
order by e.time_waited_micro desc
fetch first 20 rows only;

-- DRCP: has rows here only if ENABLE_PER_PDB_DRCP is set; else use 05-metrics-root.sql
select p.pool_name, p.num_requests, p.num_hits, p.num_misses, p.num_waits, p.num_authentications
from v$cpool_stats p;

select p.name, p.value
from v$parameter p
where p.name in (
  'commit_logging', 'commit_wait', 'cpu_count', 'db_block_size', 'memory_target', 'open_cursors',
  'pga_aggregate_target', 'processes', 'session_cached_cursors', 'sessions', 'sga_target', 'shared_servers')
order by p.name;

-- locks of DBMS_LOCK (UL) and on tables (TM), and temporary segments, by session
select l.sid, l.type, l.lmode, l.id1, l.ctime
from v$lock l
where l.type in ('TM', 'UL');

select u.session_addr, u.segtype, u.blocks
from v$sort_usage u;

-- start of all counters
select i.startup_time
from v$instance i;
