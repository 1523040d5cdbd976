--liquibase formatted sql
--changeset cloakroom:1
create table inspected_coat (id integer primary key, colour text);
--changeset cloakroom:2
insert into inspected_coat values (1, 'red');
