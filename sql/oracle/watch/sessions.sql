-- Sessions of users now, without the monitor's. An idle session of a shared or pooled server has no server
-- (NONE); a session in a transaction shows its address.
select
  count(*) as sessions,
  count(case when s.status = 'ACTIVE' then 1 end) as sessions_active,
  count(case when s.status <> 'ACTIVE' and s.taddr is not null then 1 end) as sessions_idle_in_transaction,
  count(case when s.server = 'DEDICATED' then 1 end) as sessions_dedicated,
  count(case when s.server = 'SHARED' then 1 end) as sessions_shared,
  count(case when s.server = 'POOLED' then 1 end) as sessions_pooled,
  count(case when s.server = 'NONE' then 1 end) as sessions_without_server
from v$session s
where s.type = 'USER' and (s.program is null or s.program not like 'cloakroom-monitor%');
