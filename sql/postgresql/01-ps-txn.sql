-- Snapshots of session state: one row is one node of a snapshot.
--
-- COLLID identifies the snapshot, (PARENTID, ID) order its nodes; a plain snapshot is one node without a
-- parent: its PARENTID is the version of the session's state.
-- CREATION_DATE has a time zone, because nodes and purge jobs may run in different zones.
-- CREATION_DATE has no index: an index on a column that changes with every rewrite makes every update
-- write to all indexes, and the purge that would use it runs once a day.
-- CONTENT is stored uncompressed, so that the cost of a write does not depend on its content: in the row up
-- to 4 KB (toast_tuple_target; the default, 2 KB, writes a tenth more log for 2 to 4 KB), out of line above.
-- The fill factor of 70 % leaves space for the new version of a row in the same page, so that updates write
-- to no index, also in pages of two or three rows. Out-of-line space is vacuumed early and often: the
-- defaults would wait for a fifth of the table.
create table cloakroom.ps_txn (
  id            bigint not null,
  parentid      bigint,
  collid        bigint not null,
  content       bytea,
  creation_date timestamp with time zone default now(),
  constraint ps_txn_pk primary key (collid, id)
) with (
  fillfactor = 70,
  toast_tuple_target = 4080,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 500,
  toast.autovacuum_vacuum_scale_factor = 0.05,
  toast.autovacuum_vacuum_threshold = 2000
);

alter table cloakroom.ps_txn alter column content set storage external;
insert into cloakroom.cloakroom_objects (name, kind) values ('PS_TXN', 'table');

-- Each NEXTVAL reserves a block of 50 ids for its caller (jbo.txn_seq_inc).
create sequence cloakroom.ps_txn_seq increment by 50 start with 1;
insert into cloakroom.cloakroom_objects (name, kind) values ('PS_TXN_SEQ', 'sequence');
