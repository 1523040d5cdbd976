-- Publishes this session's statistics now instead of within a second.
select pg_stat_force_next_flush()::text as flushed;
