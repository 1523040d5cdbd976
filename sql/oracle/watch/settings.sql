-- Settings of the instance's size and durability.
select p.name, p.value
from v$parameter p
where p.name in (
  'commit_logging', 'commit_wait', 'cpu_count', 'db_block_size', 'memory_target', 'open_cursors',
  'pga_aggregate_target', 'processes', 'session_cached_cursors', 'sessions', 'sga_target', 'shared_servers')
order by p.name;
