-- Counters of the trial's audit since the start of the pluggable database, other users included.
select
  sum(case when n.name = 'logons cumulative' then n.value end) as sessions,
  sum(case when n.name = 'user commits' then n.value end) as commits,
  sum(case when n.name = 'user rollbacks' then n.value end) as rollbacks
from v$con_sysstat n
where n.name in ('logons cumulative', 'user commits', 'user rollbacks');
