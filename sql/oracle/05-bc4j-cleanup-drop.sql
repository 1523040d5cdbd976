declare
  not_there exception;
  pragma exception_init(not_there, -4043);
begin
  execute immediate 'drop package bc4j_cleanup';
exception
  when not_there then null;
end;
/
