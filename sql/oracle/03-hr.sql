-- Data of the two pages: departments and their employees.
--
-- 1,000 departments and 100,000 employees; employee n works in department mod(n - 1, 1000) + 1.
-- For a smaller or larger set, first set the client identifier of the session that runs this script to
--   cloakroom.scale=0.01   (dbms_session.set_identifier)
-- There is no foreign key: no statement of the pages needs the check, and every load would pay for it.
-- Blocks of DEPARTMENTS have free space (pctfree) and transaction slots (initrans), so that many sessions
-- can lock rows of one block concurrently.
begin
  execute immediate '
    create table departments (
      department_id   number(10)        not null,
      department_name varchar2(60 char) not null,
      manager_id      number(10),
      location_id     number(10),
      constraint departments_pk primary key (department_id)
    )
    pctfree 50 initrans 16';
end;
/
insert into cloakroom_objects (name, kind) values ('DEPARTMENTS', 'table');

begin
  execute immediate '
    create table employees (
      employee_id   number(10)        not null,
      first_name    varchar2(60 char),
      last_name     varchar2(60 char) not null,
      email         varchar2(60 char) not null,
      hire_date     date              not null,
      job_id        varchar2(10)      not null,
      salary        number(8, 2),
      department_id number(10),
      constraint employees_pk primary key (employee_id)
    )
    pctfree 20 initrans 4';
end;
/
insert into cloakroom_objects (name, kind) values ('EMPLOYEES', 'table');

begin
  execute immediate 'create index employees_department_ix on employees (department_id)';
end;
/

declare
  v_scale number := coalesce(
    to_number(
      regexp_substr(
        sys_context('userenv', 'client_identifier'),
        '^cloakroom\.scale=([0-9]{1,4}\.?[0-9]{0,6})', 1, 1, null, 1),
      '9999D999999', 'nls_numeric_characters=''.,'''),
    1);
  v_rows        pls_integer := greatest(1, round(1000 * v_scale));
  v_departments pls_integer;
begin
  insert into departments (department_id, department_name, manager_id, location_id)
  select level, 'Department ' || level, level, 1000 + 100 * mod(level, 24)
  from dual
  connect by level <= v_rows;
  v_departments := v_rows;

  v_rows := greatest(1, round(100000 * v_scale));
  insert into employees
    (employee_id, first_name, last_name, email, hire_date, job_id, salary, department_id)
  select
    level,
    'First ' || level,
    'Employee ' || level,
    'EMPLOYEE' || level,
    date '2001-01-01' + mod(level, 5000),
    decode(
      mod(level, 5), 0, 'SA_REP', 1, 'ST_CLERK', 2, 'SH_CLERK', 3, 'IT_PROG', 'FI_ACCOUNT'),
    2000 + mod(level, 18000),
    mod(level - 1, v_departments) + 1
  from dual
  connect by level <= v_rows;
  commit;

  dbms_stats.gather_table_stats(ownname => user, tabname => 'DEPARTMENTS', cascade => true);
  dbms_stats.gather_table_stats(ownname => user, tabname => 'EMPLOYEES', cascade => true);
end;
/
