-- Why kinds are not told: in every view they look like nothing.
select null as session_id, 'sessionSetting' as kind, 'no view shows those of another session' as name from dual
union all
select null, 'packageState', 'no view shows the variables of packages' from dual
union all
select null, 'openCursor', 'no view tells open cursors from cached ones, but for their sorts' from dual
union all
select null, 'rowLock', 'a lock on rows looks like a change of rows' from dual
union all
select null, 'jdbcProperty', 'no view shows what a driver keeps' from dual;
