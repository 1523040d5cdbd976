-- Between trials: new statistics of the tables that a trial changes, if they belong to this user.
begin
  for t in (select table_name from user_tables where table_name in ('PS_TXN'{tables})) loop
    dbms_stats.gather_table_stats(ownname => user, tabname => t.table_name);
  end loop;
end;
/
