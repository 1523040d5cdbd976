-- List of the spill tables of collections. In ADF, a session that uses such a table locks its row here (ETRM).
--
-- Cloakroom creates no spill tables and writes no row. The table exists because ADF's script creates it, and
-- because the clean-up of collections (05-bc4j-cleanup.sql) reads it.
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
