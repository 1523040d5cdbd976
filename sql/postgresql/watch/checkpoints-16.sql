-- Checkpoints of the whole server; up to PostgreSQL 16.
select
  b.checkpoints_timed + b.checkpoints_req as checkpoints,
  b.buffers_checkpoint as checkpoint_buffers
from pg_stat_bgwriter b;
