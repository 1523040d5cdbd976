declare
  not_there exception;
  pragma exception_init(not_there, -2289);
begin
  execute immediate 'drop sequence ps_txn_seq';
exception
  when not_there then null;
end;
/

declare
  not_there exception;
  pragma exception_init(not_there, -942);
begin
  execute immediate 'drop table ps_txn purge';
exception
  when not_there then null;
end;
/
