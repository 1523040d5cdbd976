-- List of all objects that Cloakroom created in its schema. Cloakroom changes and drops listed objects only.
--
-- The option --install-schema creates the schema and runs these scripts. By hand, once, as the owner of the data:
--   psql -1 -c 'create schema cloakroom' -f 00-objects.sql -f 01-ps-txn.sql ...
-- Each script fails if an object of the same name exists.
create table cloakroom.cloakroom_objects (
  name    varchar(128) not null,
  kind    varchar(30) not null,
  version varchar(20) default '1' not null,
  created timestamp with time zone default now() not null,
  constraint cloakroom_objects_pk primary key (name)
);

insert into cloakroom.cloakroom_objects (name, kind) values ('CLOAKROOM_OBJECTS', 'table');
