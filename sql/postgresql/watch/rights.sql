-- Statements that a run requires, without rows. Each is executed and rolled back.
select 1 from cloakroom.cloakroom_objects where 1 = 0;
select 1 from cloakroom.ps_txn where 1 = 0;
insert into cloakroom.ps_txn (id, parentid, collid, content, creation_date) select 1, 1, 1, null, now() where 1 = 0;
update cloakroom.ps_txn set parentid = 1, content = null, creation_date = now() where 1 = 0;
delete from cloakroom.ps_txn where 1 = 0;
select nextval('cloakroom.ps_txn_seq');
select 1 from cloakroom.state_kinds where 1 = 0;
update cloakroom.state_kinds set note = null where 1 = 0;
create temporary table state_kinds_rows (note varchar(60)) on commit drop;
