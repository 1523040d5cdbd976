-- Locks of sessions: of DBMS_LOCK, and on tables. A table lock is the same for written and for locked rows.
select
  s.sid || ',' || s.serial# as session_id,
  case when l.type = 'UL' then 'advisoryLock' when l.lmode in (2, 3) then 'postedChange' else 'tableLock' end as kind,
  case when l.type = 'UL' or o.object_name is null then to_char(l.id1) else o.object_name end as name
from v$lock l
join v$session s on s.sid = l.sid
left join all_objects o on o.object_id = l.id1
where l.type in ('TM', 'UL') and l.lmode > 1;
