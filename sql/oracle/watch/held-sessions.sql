-- Sessions of users, without the monitor's: user, idle time and transaction.
select
  s.sid || ',' || s.serial# as session_id,
  coalesce(s.module, s.program) as application,
  s.username as account,
  case when s.status = 'INACTIVE' then s.last_call_et end as idle_seconds,
  s.taddr as transaction
from v$session s
where s.type = 'USER' and s.username is not null and (s.program is null or s.program not like 'cloakroom-monitor%');
