-- Snapshots of session state: one row is one node of a snapshot.
--
-- COLLID names the snapshot, (PARENTID, ID) order the nodes within it; a plain snapshot is one node, which
-- has no parent: its PARENTID holds the version of the session's state.
-- CREATION_DATE knows its time zone, because nodes and whoever purges may live in different ones.
-- CREATION_DATE has no index on purpose: an index on a column that changes with every rewrite makes
-- every update write to all indexes, and the purge that would use it runs once a day.
-- CONTENT is stored uncompressed, so that writing it costs the same whatever it holds: in the row up to
-- 4 KB (toast_tuple_target; the default, 2 KB, writes a tenth more log for 2 to 4 KB), and out of line above.
-- A page is filled to 70 %, so that each row that is rewritten finds its place beside the old one and no
-- index is touched, also where a page holds two rows or three. What a rewrite leaves behind out of line is
-- given back early and often: the defaults would wait for a fifth of the table.
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

-- Each NEXTVAL hands its caller a block of 50 ids; the tier counts on within the block (jbo.txn_seq_inc).
create sequence cloakroom.ps_txn_seq increment by 50 start with 1;
insert into cloakroom.cloakroom_objects (name, kind) values ('PS_TXN_SEQ', 'sequence');
