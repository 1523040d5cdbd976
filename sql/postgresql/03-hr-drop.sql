drop table if exists employees;
drop table if exists departments;
