-- List of all objects that Cloakroom created in this schema. Cloakroom changes and drops listed objects only.
-- Each script fails if an object of the same name exists (ORA-00955).
begin
  execute immediate '
    create table cloakroom_objects (
      name    varchar2(128) not null,
      kind    varchar2(30) not null,
      version varchar2(20) default ''1'' not null,
      created date default sysdate not null,
      constraint cloakroom_objects_pk primary key (name)
    )';
end;
/

insert into cloakroom_objects (name, kind) values ('CLOAKROOM_OBJECTS', 'table');
