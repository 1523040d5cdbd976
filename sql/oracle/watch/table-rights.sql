-- Statements on a table of the application, without rows. Those that the application needs are executed and rolled back.
select {columns} from {table} where 1 = 0;
update {table} set {changes} where 1 = 0;
insert into {table} ({columns}) select {columns} from {table} where 1 = 0;
delete from {table} where 1 = 0;
select {sequence}.nextval from dual;
