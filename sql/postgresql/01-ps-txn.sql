-- Snapshots of session state: one row is one node of a snapshot.
--
-- COLLID names the snapshot, (PARENTID, ID) order the nodes within it; a plain snapshot is one node, which
-- has no parent: its PARENTID holds the version of the session's state.
-- CREATION_DATE knows its time zone, because nodes and whoever purges may live in different ones.
-- CREATION_DATE has no index on purpose: an index on a column that changes with every rewrite makes
-- every update write to all indexes, and the purge that would use it runs once a day.
-- CONTENT is stored out of line and uncompressed, so that writing it costs the same whatever it holds.
create table if not exists ps_txn (
  id            bigint not null,
  parentid      bigint,
  collid        bigint not null,
  content       bytea,
  creation_date timestamp with time zone default now(),
  constraint ps_txn_pk primary key (collid, id)
) with (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 500,
  toast.autovacuum_vacuum_scale_factor = 0.05,
  toast.autovacuum_vacuum_threshold = 2000
);

alter table ps_txn alter column content set storage external;

-- Each NEXTVAL hands its caller a block of 50 ids; the tier counts on within the block (jbo.txn_seq_inc).
create sequence if not exists ps_txn_seq increment by 50 start with 1;
