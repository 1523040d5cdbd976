-- Clean-up of session state, with the names that jobs for ADF's package call, usually once a night:
--   bc4j_cleanup.session_state(1440)
-- It deletes by age only. Choose an age above the session time-out: the nodes keep the snapshots of live
-- sessions younger than that. Locked rows are skipped; each batch is committed; a missing table and a negative
-- age (a future date) are ignored. All statements are dynamic, so that the package compiles
-- before the tables exist.
create package bc4j_cleanup as
  procedure session_state(olderThan date);
  procedure session_state(olderThan_minutes integer);
  procedure persistent_collections(olderThan date);
  procedure persistent_collections(olderThan_days number);
end bc4j_cleanup;
/
insert into cloakroom_objects (name, kind) values ('BC4J_CLEANUP', 'package');

create or replace package body bc4j_cleanup as
  batch constant pls_integer := 200;

  table_missing exception;
  pragma exception_init(table_missing, -942);

  type places_t is table of rowid index by pls_integer;
  type names_t is table of varchar2(128) index by pls_integer;

  -- Deletes the row unless it is locked, or was rewritten or deleted concurrently.
  procedure delete_old(place rowid, olderThan date) is
    held rowid;
  begin
    execute immediate
      'select rowid from ps_txn where rowid = :place and creation_date < :limit for update skip locked'
      into held using place, olderThan;
    execute immediate 'delete from ps_txn where rowid = :place' using held;
  exception
    when no_data_found then null;
  end delete_old;

  procedure session_state(olderThan date) is
    old    sys_refcursor;
    places places_t;
  begin
    if olderThan > sysdate then
      return;
    end if;
    open old for 'select rowid from ps_txn where creation_date < :limit' using olderThan;
    loop
      fetch old bulk collect into places limit batch;
      exit when places.count = 0;
      for i in 1 .. places.count loop
        delete_old(places(i), olderThan);
      end loop;
      commit;
    end loop;
    close old;
  exception
    when table_missing then null;
  end session_state;

  procedure session_state(olderThan_minutes integer) is
  begin
    if olderThan_minutes >= 0 then
      session_state(sysdate - olderThan_minutes / 1440);
    end if;
  end session_state;

  procedure drop_table(name varchar2) is
  begin
    execute immediate 'drop table ' || dbms_assert.enquote_name(name) || ' purge';
  exception
    when table_missing then null;
  end drop_table;

  -- A session that uses a spill table locks its entry. The first drop commits the deletion.
  procedure drop_collection(name varchar2, olderThan date) is
    held varchar2(128);
  begin
    execute immediate
      'select tabname from pcoll_control where tabname = :name'
      || ' and coalesce(updatedate, createdate, rowcreatedate) < :limit for update skip locked'
      into held using name, olderThan;
    execute immediate 'delete from pcoll_control where tabname = :name' using held;
    drop_table(held || '_ky');
    drop_table(held);
    commit;
  exception
    when no_data_found then null;
  end drop_collection;

  procedure persistent_collections(olderThan date) is
    names names_t;
  begin
    if olderThan > sysdate then
      return;
    end if;
    execute immediate
      'select tabname from pcoll_control where upper(tabname) <> ''PS_TXN'''
      || ' and coalesce(updatedate, createdate, rowcreatedate) < :limit'
      bulk collect into names using olderThan;
    for i in 1 .. names.count loop
      drop_collection(names(i), olderThan);
    end loop;
  exception
    when table_missing then null;
  end persistent_collections;

  procedure persistent_collections(olderThan_days number) is
  begin
    if olderThan_days >= 0 then
      persistent_collections(sysdate - olderThan_days);
    end if;
  end persistent_collections;
end bc4j_cleanup;
/
