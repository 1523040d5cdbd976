-- State of the current session in one call: a line per item with kind, name and value, separated by tabs. Every account may run it. A view
-- that the account may not read yields a line "unavailable" with the kind, which is not the same as no item.
-- The tests only parse this block: no Oracle has executed it yet.
-- Oracle's table lock does not distinguish written rows from locked rows: both are reported as postedChange.
declare
  held varchar2(32767);
  transaction_id varchar2(200);
  tables_known boolean := false;
  items sys_refcursor;
  lock_type varchar2(30);
  lock_mode number;
  item_name varchar2(300);
  amount number;
  procedure add_item(kind varchar2, name varchar2, value varchar2) is
  begin
    if held is null or length(held) < 24000 then
      held := held || kind || chr(9) || substr(name, 1, 300) || chr(9) || substr(value, 1, 1000) || chr(10);
    end if;
  end;
begin
  begin
    open items for 'select l.type, l.lmode, case l.type when ''TM'' then o.object_name else to_char(l.id1) end'
      || ' from v$lock l left join all_objects o on o.object_id = l.id1'
      || ' where l.sid = to_number(sys_context(''USERENV'', ''SID'')) and l.type in (''TM'', ''UL'')';
    loop
      fetch items into lock_type, lock_mode, item_name;
      exit when items%notfound;
      if lock_type = 'UL' then
        add_item('advisoryLock', item_name, to_char(lock_mode));
      elsif lock_mode in (2, 3) then
        add_item('postedChange', item_name, '');
        tables_known := true;
      else
        add_item('tableLock', item_name, to_char(lock_mode));
      end if;
    end loop;
    close items;
  exception
    when others then
      add_item('unavailable', 'tableLock', 'V$LOCK cannot be read');
      add_item('unavailable', 'advisoryLock', 'V$LOCK cannot be read');
  end;
  transaction_id := dbms_transaction.local_transaction_id;
  if transaction_id is not null then
    add_item('inTransaction', '', '');
    if not tables_known then
      add_item('postedChange', '', '');
    end if;
  end if;
  for each in (select table_name from user_tables where temporary = 'Y' and duration = 'SYS$SESSION') loop
    begin
      execute immediate 'select count(*) from ' || dbms_assert.enquote_name(each.table_name, false)
        || ' where rownum <= 1000' into amount;
      if amount > 0 then
        add_item('temporaryTable', each.table_name, to_char(amount));
      end if;
    exception
      when others then
        add_item('unavailable', 'temporaryTable', 'a table cannot be read');
    end;
  end loop;
  begin
    execute immediate 'select sum(cache_lobs + nocache_lobs + abstract_lobs) from v$temporary_lobs'
      || ' where sid = to_number(sys_context(''USERENV'', ''SID''))' into amount;
    if amount > 0 then
      add_item('temporaryLob', '', to_char(amount));
    end if;
  exception
    when others then
      add_item('unavailable', 'temporaryLob', 'V$TEMPORARY_LOBS cannot be read');
  end;
  add_item('sessionSetting', 'current_schema', sys_context('USERENV', 'CURRENT_SCHEMA'));
  add_item('sessionSetting', 'edition', sys_context('USERENV', 'CURRENT_EDITION_NAME'));
  add_item('sessionSetting', 'client_identifier', sys_context('USERENV', 'CLIENT_IDENTIFIER'));
  add_item('sessionSetting', 'client_info', sys_context('USERENV', 'CLIENT_INFO'));
  add_item('sessionSetting', 'time_zone', sessiontimezone);
  for each in (select parameter, value from nls_session_parameters) loop
    add_item('sessionSetting', each.parameter, each.value);
  end loop;
  for each in (select role from session_roles) loop
    add_item('sessionSetting', 'role ' || each.role, '');
  end loop;
  for each in (select namespace, attribute, value from session_context) loop
    add_item('sessionSetting', each.namespace || '.' || each.attribute, each.value);
  end loop;
  add_item('unavailable', 'packageState', 'no view shows the variables of packages');
  add_item('unavailable', 'openCursor', 'no view distinguishes open cursors from cached ones');
  add_item('unavailable', 'rowLock', 'a lock on rows looks like a change of rows');
  :held := held;
end;
