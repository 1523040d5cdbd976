-- What the session at hand holds, in one call: a line for each thing, kind, name and value between tabs. Any account may run it; a view
-- that it may not read makes a line "notAvailable" with the kind, because nothing found there is not the same as nothing there.
-- Parsed, never run: no Oracle has executed it yet.
--
-- Oracle's lock on a table looks the same for rows that were written and rows that were locked: both are told as postedChange.
declare
  held varchar2(32767);
  transaction_id varchar2(200);
  tables_known boolean := false;
  things sys_refcursor;
  lock_type varchar2(30);
  lock_mode number;
  thing_name varchar2(300);
  amount number;
  procedure tell(kind varchar2, name varchar2, value varchar2) is
  begin
    if held is null or length(held) < 24000 then
      held := held || kind || chr(9) || substr(name, 1, 300) || chr(9) || substr(value, 1, 1000) || chr(10);
    end if;
  end;
begin
  begin
    open things for 'select l.type, l.lmode, case l.type when ''TM'' then o.object_name else to_char(l.id1) end'
      || ' from v$lock l left join all_objects o on o.object_id = l.id1'
      || ' where l.sid = to_number(sys_context(''USERENV'', ''SID'')) and l.type in (''TM'', ''UL'')';
    loop
      fetch things into lock_type, lock_mode, thing_name;
      exit when things%notfound;
      if lock_type = 'UL' then
        tell('advisoryLock', thing_name, to_char(lock_mode));
      elsif lock_mode in (2, 3) then
        tell('postedChange', thing_name, '');
        tables_known := true;
      else
        tell('tableLock', thing_name, to_char(lock_mode));
      end if;
    end loop;
    close things;
  exception
    when others then
      tell('notAvailable', 'tableLock', 'V$LOCK cannot be read');
      tell('notAvailable', 'advisoryLock', 'V$LOCK cannot be read');
  end;
  transaction_id := dbms_transaction.local_transaction_id;
  if transaction_id is not null then
    tell('inTransaction', '', '');
    if not tables_known then
      tell('postedChange', '', '');
    end if;
  end if;
  for each in (select table_name from user_tables where temporary = 'Y' and duration = 'SYS$SESSION') loop
    begin
      execute immediate 'select count(*) from ' || dbms_assert.enquote_name(each.table_name, false)
        || ' where rownum <= 1000' into amount;
      if amount > 0 then
        tell('temporaryTable', each.table_name, to_char(amount));
      end if;
    exception
      when others then
        tell('notAvailable', 'temporaryTable', 'a table cannot be read');
    end;
  end loop;
  begin
    execute immediate 'select sum(cache_lobs + nocache_lobs + abstract_lobs) from v$temporary_lobs'
      || ' where sid = to_number(sys_context(''USERENV'', ''SID''))' into amount;
    if amount > 0 then
      tell('temporaryLob', '', to_char(amount));
    end if;
  exception
    when others then
      tell('notAvailable', 'temporaryLob', 'V$TEMPORARY_LOBS cannot be read');
  end;
  tell('sessionSetting', 'current_schema', sys_context('USERENV', 'CURRENT_SCHEMA'));
  tell('sessionSetting', 'edition', sys_context('USERENV', 'CURRENT_EDITION_NAME'));
  tell('sessionSetting', 'client_identifier', sys_context('USERENV', 'CLIENT_IDENTIFIER'));
  tell('sessionSetting', 'client_info', sys_context('USERENV', 'CLIENT_INFO'));
  tell('sessionSetting', 'time_zone', sessiontimezone);
  for each in (select parameter, value from nls_session_parameters) loop
    tell('sessionSetting', each.parameter, each.value);
  end loop;
  for each in (select role from session_roles) loop
    tell('sessionSetting', 'role ' || each.role, '');
  end loop;
  for each in (select namespace, attribute, value from session_context) loop
    tell('sessionSetting', each.namespace || '.' || each.attribute, each.value);
  end loop;
  tell('notAvailable', 'packageState', 'no view shows the variables of packages');
  tell('notAvailable', 'openCursor', 'no view tells open cursors from cached ones');
  tell('notAvailable', 'rowLock', 'a lock on rows looks like a change of rows');
  :held := held;
end;
