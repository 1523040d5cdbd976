declare
  not_there exception;
  pragma exception_init(not_there, -942);
begin
  execute immediate 'drop table fetch_test purge';
exception
  when not_there then null;
end;
/
