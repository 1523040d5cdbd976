-- Clean-up that ADF provides as package BC4J_CLEANUP, for PostgreSQL. A job calls it, usually once a night:
--   call cloakroom.bc4j_cleanup_session_state_minutes(1440);
-- It deletes by age only. Choose an age above the session time-out: the nodes keep the snapshots of live
-- sessions younger than that. Locked rows are skipped; each batch is committed; a missing table and a negative
-- age (a future date) are ignored. Call it outside a transaction, because it commits.
create procedure cloakroom.bc4j_cleanup_session_state(older_than timestamp with time zone)
language plpgsql as $$
declare
  batch   constant integer := 200;
  place   bigint  := 0;
  deleted bigint  := 0;
  rows    integer;
begin
  if to_regclass('cloakroom.ps_txn') is null or older_than > now() then
    return;
  end if;
  loop
    -- in the order of the primary key, so that no batch scans the rows that an earlier one deleted
    with old as (
      select collid, id from cloakroom.ps_txn where collid >= place and creation_date < older_than
      order by collid, id limit batch for update skip locked
    ), gone as (
      delete from cloakroom.ps_txn using old where ps_txn.collid = old.collid and ps_txn.id = old.id
      returning ps_txn.collid
    )
    select count(*), coalesce(max(collid), place) into rows, place from gone;
    commit;
    deleted := deleted + rows;
    exit when rows = 0;
  end loop;
  raise notice 'ps_txn: % rows deleted', deleted;
end
$$;

create procedure cloakroom.bc4j_cleanup_session_state_minutes(older_than_minutes integer)
language plpgsql as $$
begin
  if older_than_minutes >= 0 then
    call cloakroom.bc4j_cleanup_session_state(now() - make_interval(mins => older_than_minutes));
  end if;
end
$$;

-- Drops the spill tables with their key tables (suffix _ky) if their entry in PCOLL_CONTROL is older; a
-- session that uses such a table locks its entry. PS_TXN's entry stays.
create procedure cloakroom.bc4j_cleanup_persistent_collections(older_than timestamp with time zone)
language plpgsql as $$
declare
  entry   varchar := '';
  dropped integer := 0;
begin
  if to_regclass('cloakroom.pcoll_control') is null or older_than > now() then
    return;
  end if;
  loop
    select tabname into entry from cloakroom.pcoll_control
    where tabname > entry and lower(tabname) <> 'ps_txn'
      and coalesce(updatedate, createdate, rowcreatedate) < older_than
    order by tabname limit 1 for update skip locked;
    exit when not found;
    delete from cloakroom.pcoll_control where tabname = entry;
    execute format('drop table if exists cloakroom.%I, cloakroom.%I', lower(entry), lower(entry) || '_ky');
    commit;
    dropped := dropped + 1;
  end loop;
  raise notice 'pcoll_control: % collections dropped', dropped;
end
$$;

create procedure cloakroom.bc4j_cleanup_persistent_collections_days(older_than_days numeric)
language plpgsql as $$
begin
  if older_than_days >= 0 then
    call cloakroom.bc4j_cleanup_persistent_collections(now() - make_interval(secs => older_than_days * 86400));
  end if;
end
$$;

insert into cloakroom.cloakroom_objects (name, kind) values
  ('BC4J_CLEANUP_SESSION_STATE', 'procedure'),
  ('BC4J_CLEANUP_SESSION_STATE_MINUTES', 'procedure'),
  ('BC4J_CLEANUP_PERSISTENT_COLLECTIONS', 'procedure'),
  ('BC4J_CLEANUP_PERSISTENT_COLLECTIONS_DAYS', 'procedure');
