-- List of the spill tables of collections; a session that uses such a table locks its row here.
create table cloakroom.pcoll_control (
  tabname       varchar(128) not null,
  rowcreatedate timestamp,
  createdate    timestamp,
  updatedate    timestamp,
  constraint pcoll_control_pk primary key (tabname)
);
insert into cloakroom.cloakroom_objects (name, kind) values ('PCOLL_CONTROL', 'table');
