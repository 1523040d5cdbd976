-- Kinds that no view reports, with the reason.
select null as session_id, 'sessionSetting' as kind, 'no view shows those of another session' as name from dual
union all
select null, 'packageState', 'no view shows the variables of packages' from dual
union all
select null, 'openCursor', 'no view distinguishes open from cached cursors, except by their sorts' from dual
union all
select null, 'rowLock', 'a lock on rows looks like a change of rows' from dual
union all
select null, 'jdbcProperty', 'no view shows what a driver keeps' from dual;
