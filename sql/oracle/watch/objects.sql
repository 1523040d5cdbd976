-- Objects of the user with kind, owner and size.
select
  o.object_name as name,
  lower(o.object_type) as kind,
  user as owner,
  (select coalesce(sum(s.bytes), 0) from user_segments s where s.segment_name = o.object_name) as bytes
from user_objects o
where o.object_type in ('TABLE', 'VIEW', 'MATERIALIZED VIEW', 'SEQUENCE', 'PACKAGE', 'PROCEDURE', 'FUNCTION', 'SYNONYM');
