-- The tier's sessions now: all, in a call, idle in a transaction.
select
  count(*) as connections,
  count(case when s.status = 'ACTIVE' then 1 end) as active,
  count(case when s.status <> 'ACTIVE' and s.taddr is not null then 1 end) as idle_in_transaction
from v$session s
where s.type = 'USER' and s.program = 'cloakroom-tier';
