-- Checkpoints of the whole server; from PostgreSQL 17 on.
select
  c.num_timed + c.num_requested as checkpoints,
  c.buffers_written as checkpoint_buffers
from pg_stat_checkpointer c;
