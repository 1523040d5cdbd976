-- From 15 on: this session's own statistics become visible now and not within a second.
select pg_stat_force_next_flush()::text as flushed;
