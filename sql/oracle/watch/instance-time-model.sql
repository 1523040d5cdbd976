-- time-model.sql for the whole instance with its background processes: for the benchmarks of connects, as
-- much of a connect is done outside the pluggable database.
select
  sum(case when t.stat_name = 'DB time' then t.value end) as db_micros,
  sum(case when t.stat_name = 'DB CPU' then t.value end) as cpu_micros,
  sum(case when t.stat_name = 'connection management call elapsed time' then t.value end) as connect_micros,
  sum(case when t.stat_name = 'background cpu time' then t.value end) as background_cpu_micros
from v$sys_time_model t
where t.stat_name in (
  'DB time', 'DB CPU', 'connection management call elapsed time', 'background cpu time');
