-- Counters of the database resident connection pool since its start. In a pluggable database the view has
-- no rows, so every value is null, unless ENABLE_PER_PDB_DRCP is set.
select
  sum(p.num_requests) as pool_requests,
  sum(p.num_hits) as pool_hits,
  sum(p.num_misses) as pool_misses,
  sum(p.num_waits) as pool_waits,
  sum(p.num_authentications) as pool_authentications,
  sum(p.num_open_servers) as pool_open_servers,
  sum(p.num_busy_servers) as pool_busy_servers
from v$cpool_stats p;
