-- Statements that a run requires, without rows. Each is executed and rolled back.
select 1 from cloakroom_objects where 1 = 0;
select 1 from ps_txn where 1 = 0;
insert into ps_txn (id, parentid, collid, content, creation_date) select 1, 1, 1, empty_blob(), sysdate from dual where 1 = 0;
update ps_txn set parentid = 1, content = empty_blob(), creation_date = sysdate where 1 = 0;
delete from ps_txn where 1 = 0;
select ps_txn_seq.nextval from dual;
select 1 from state_kinds where 1 = 0;
update state_kinds set note = null where 1 = 0;
insert into state_kinds_rows select * from state_kinds_rows where 1 = 0;
