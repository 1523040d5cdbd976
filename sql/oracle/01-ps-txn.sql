-- Snapshots of session state: one row is one node of a snapshot.
--
-- COLLID identifies the snapshot, (PARENTID, ID) order its nodes; a plain snapshot is one node without a
-- parent: its PARENTID is the version of the session's state.
-- The primary key's index is a reverse-key index, so that concurrent inserts do not contend for its last
-- block. Small snapshots are stored in the row, large ones are cached.
begin
  execute immediate '
    create table ps_txn (
      id            number(20) not null,
      parentid      number(20),
      collid        number(10) not null,
      content       blob,
      creation_date date default sysdate,
      constraint ps_txn_pk primary key (collid, id) using index reverse
    )
    lob (content) store as (enable storage in row chunk 4096 cache)';
end;
/
insert into cloakroom_objects (name, kind) values ('PS_TXN', 'table');

-- Each NEXTVAL reserves a block of 50 ids for its caller (jbo.txn_seq_inc).
begin
  execute immediate 'create sequence ps_txn_seq increment by 50 start with 1';
end;
/
insert into cloakroom_objects (name, kind) values ('PS_TXN_SEQ', 'sequence');
