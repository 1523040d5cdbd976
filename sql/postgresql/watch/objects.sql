-- Objects in a schema with kind, owner and size as of the last analyze. A name that is not lower-case is quoted.
select
  case when c.relname = lower(c.relname) then upper(c.relname) else quote_ident(c.relname) end as name,
  case c.relkind
    when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
    when 'f' then 'foreign table' else 'table'
  end as kind,
  pg_get_userbyid(c.relowner) as owner,
  current_setting('block_size')::bigint * (
    select sum(p.relpages) from pg_class p
    where p.oid in (c.oid, c.reltoastrelid) or p.oid in (select i.indexrelid from pg_index i where i.indrelid = c.oid)
  ) as bytes
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = ? and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
union all
select distinct upper(p.proname), case p.prokind when 'p' then 'procedure' else 'function' end,
  pg_get_userbyid(p.proowner), 0
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
where n.nspname = ?;
