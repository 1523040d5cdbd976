-- Time of sessions by activity, in microseconds since the start; up to 5 seconds late for calls in progress.
select
  sum(case when t.stat_name = 'DB time' then t.value end) as db_micros,
  sum(case when t.stat_name = 'DB CPU' then t.value end) as cpu_micros,
  sum(case when t.stat_name = 'connection management call elapsed time' then t.value end) as connect_micros,
  sum(case when t.stat_name = 'parse time elapsed' then t.value end) as parse_micros,
  sum(case when t.stat_name = 'sql execute elapsed time' then t.value end) as sql_micros
from v$con_sys_time_model t
where t.stat_name in (
  'DB time', 'DB CPU', 'connection management call elapsed time', 'parse time elapsed',
  'sql execute elapsed time');
