-- Drops every object in the list of Cloakroom's objects, and the schema if Cloakroom created it and nothing else is in it.
-- An object of another kind in place of a listed one stays.
-- Waits at most five seconds for each lock.
do $$
declare
  drops   text[];
  command text;
  home    text;
  created boolean;
begin
  set local lock_timeout = '5s';
  select relnamespace::regnamespace::text into home from pg_class where oid = 'cloakroom.cloakroom_objects'::regclass;
  select count(*) > 0 into created from cloakroom.cloakroom_objects where kind = 'schema';
  select array_agg(format('drop %s if exists cloakroom.%I', kind, lower(name))) into drops
  from cloakroom.cloakroom_objects where kind <> 'schema';
  foreach command in array drops loop
    begin
      execute command;
    exception
      when wrong_object_type then
        raise notice 'not dropped: %', sqlerrm;
    end;
  end loop;
  if created then
    begin
      execute 'drop schema ' || home;
    exception
      when dependent_objects_still_exist then
        raise notice 'schema % stays: it contains objects that Cloakroom did not create', home;
    end;
  end if;
end
$$;
