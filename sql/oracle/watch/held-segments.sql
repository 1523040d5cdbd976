-- Temporary segments of sessions: rows of temporary tables, temporary LOBs, and sorts of queries that are still open.
select
  s.sid || ',' || s.serial# as session_id,
  case u.segtype when 'DATA' then 'temporaryTable' when 'LOB_DATA' then 'temporaryLob' else 'openCursor' end as kind,
  ' ' as name
from v$sort_usage u
join v$session s on s.saddr = u.session_addr
where u.segtype in ('DATA', 'LOB_DATA', 'SORT', 'HASH');
