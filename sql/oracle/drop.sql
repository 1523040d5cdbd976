-- Drops every object in the list of Cloakroom's objects, with the data, past the recycle bin; the list last.
--   sqlplus USER@//HOST:1521/SERVICE @sql/oracle/drop.sql
-- A temporary table in which a session has rows cannot be dropped (ORA-14452): stop the tier first.
whenever sqlerror exit failure rollback
whenever oserror exit failure
set define off
declare
  type names_t is table of varchar2(128) index by pls_integer;
  listed names_t;
  kinds  names_t;
begin
  select o.name, o.kind bulk collect into listed, kinds
  from cloakroom_objects o
  order by case o.name when 'CLOAKROOM_OBJECTS' then 1 else 0 end, o.name;
  for i in 1 .. listed.count loop
    declare
      not_there exception;
      pragma exception_init(not_there, -942);
      no_sequence exception;
      pragma exception_init(no_sequence, -2289);
      no_package exception;
      pragma exception_init(no_package, -4043);
    begin
      if kinds(i) = 'table' then
        execute immediate 'drop table ' || listed(i) || ' purge';
      elsif kinds(i) = 'sequence' then
        execute immediate 'drop sequence ' || listed(i);
      else
        execute immediate 'drop package ' || listed(i);
      end if;
    exception
      when not_there or no_sequence or no_package then null;
    end;
  end loop;
end;
/
exit
