-- List of the spill tables of collections; a session that uses such a table locks its row here.
begin
  execute immediate '
    create table pcoll_control (
      tabname       varchar2(128) not null,
      rowcreatedate date,
      createdate    date,
      updatedate    date,
      constraint pcoll_control_pk primary key (tabname)
    )';
end;
/
insert into cloakroom_objects (name, kind) values ('PCOLL_CONTROL', 'table');
