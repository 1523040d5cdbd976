-- List of the spill tables of collections. In ADF, a session that uses such a table locks its row here (ETRM).
--
-- Cloakroom creates no spill tables and writes no row. The table exists because ADF's script creates it, and
-- because the clean-up of collections (05-bc4j-cleanup.sql) reads it.
create table cloakroom.pcoll_control (
  tabname       varchar(128) not null,
  rowcreatedate timestamp,
  createdate    timestamp,
  updatedate    timestamp,
  constraint pcoll_control_pk primary key (tabname)
);
insert into cloakroom.cloakroom_objects (name, kind) values ('PCOLL_CONTROL', 'table');
