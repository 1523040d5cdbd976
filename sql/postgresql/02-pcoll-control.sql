-- The list of tables that rows have spilled into; whoever uses such a table locks its row here.
create table if not exists pcoll_control (
  tabname       varchar(128) not null,
  rowcreatedate timestamp,
  createdate    timestamp,
  updatedate    timestamp,
  constraint pcoll_control_pk primary key (tabname)
);
