-- Inserted, updated and deleted rows of a table and its partitions; null if the server has no counters for it, as for a view.
select '{label}' as name, sum(n_tup_ins + n_tup_upd + n_tup_del) as value
from pg_stat_user_tables
where relid = to_regclass('{table}') or relid in (select relid from pg_partition_tree(to_regclass('{table}')));
