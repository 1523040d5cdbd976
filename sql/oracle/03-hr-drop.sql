declare
  not_there exception;
  pragma exception_init(not_there, -942);
begin
  execute immediate 'drop table employees purge';
exception
  when not_there then null;
end;
/

declare
  not_there exception;
  pragma exception_init(not_there, -942);
begin
  execute immediate 'drop table departments purge';
exception
  when not_there then null;
end;
/
