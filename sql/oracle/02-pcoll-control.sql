-- The list of tables that rows have spilled into; whoever uses such a table locks its row here.
declare
  already_there exception;
  pragma exception_init(already_there, -955);
begin
  execute immediate '
    create table pcoll_control (
      tabname       varchar2(128) not null,
      rowcreatedate date,
      createdate    date,
      updatedate    date,
      constraint pcoll_control_pk primary key (tabname)
    )';
exception
  when already_there then null;
end;
/
