-- Statistics of the pluggable database since its start. In CDB$ROOT: of all containers together.
select
  sum(case when n.name = 'logons cumulative' then n.value end) as logons,
  sum(case when n.name = 'user commits' then n.value end) as commits,
  sum(case when n.name = 'user rollbacks' then n.value end) as rollbacks,
  sum(case when n.name = 'user calls' then n.value end) as user_calls,
  sum(case when n.name = 'SQL*Net roundtrips to/from client' then n.value end) as round_trips,
  sum(case when n.name = 'execute count' then n.value end) as executions,
  sum(case when n.name = 'parse count (total)' then n.value end) as parses,
  sum(case when n.name = 'parse count (hard)' then n.value end) as hard_parses,
  sum(case when n.name = 'session logical reads' then n.value end) as logical_reads,
  sum(case when n.name = 'physical reads' then n.value end) as physical_reads,
  sum(case when n.name = 'redo size' then n.value end) as log_bytes
from v$con_sysstat n
where n.name in (
  'logons cumulative', 'user commits', 'user rollbacks', 'user calls', 'SQL*Net roundtrips to/from client',
  'execute count', 'parse count (total)', 'parse count (hard)', 'session logical reads', 'physical reads',
  'redo size');
