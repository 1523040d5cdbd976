-- Data of the two pages: departments and their employees.
--
-- 1,000 departments and 100,000 employees; employee n works in department ((n - 1) % 1000) + 1.
-- For a smaller or larger set, first run in the session that runs this script:
--   set cloakroom.scale = 0.01;
-- There is no foreign key: no statement of the pages needs the check, and every load would pay for it.
-- The fill factor leaves space for the new version of a row in the same page, so that an update writes to
-- no index.
create table cloakroom.departments (
  department_id   integer     not null,
  department_name varchar(60) not null,
  manager_id      integer,
  location_id     integer,
  constraint departments_pk primary key (department_id)
) with (fillfactor = 50);

create table cloakroom.employees (
  employee_id   integer     not null,
  first_name    varchar(60),
  last_name     varchar(60) not null,
  email         varchar(60) not null,
  hire_date     date        not null,
  job_id        varchar(10) not null,
  salary        numeric(8, 2),
  department_id integer,
  constraint employees_pk primary key (employee_id)
) with (fillfactor = 80);

create index employees_department_ix on cloakroom.employees (department_id);

insert into cloakroom.departments (department_id, department_name, manager_id, location_id)
select n, 'Department ' || n, n, 1000 + 100 * (n % 24)
from generate_series(
  1,
  greatest(1, round(1000 * coalesce(nullif(current_setting('cloakroom.scale', true), ''), '1')::numeric))::integer
) as n;

insert into cloakroom.employees
  (employee_id, first_name, last_name, email, hire_date, job_id, salary, department_id)
select
  n,
  'First ' || n,
  'Employee ' || n,
  'EMPLOYEE' || n,
  date '2001-01-01' + n % 5000,
  (array['SA_REP', 'ST_CLERK', 'SH_CLERK', 'IT_PROG', 'FI_ACCOUNT'])[1 + n % 5],
  2000 + n % 18000,
  (n - 1) % d.number + 1
from
  (select count(*)::integer as number from cloakroom.departments) as d,
  generate_series(
    1,
    greatest(1, round(100000 * coalesce(nullif(current_setting('cloakroom.scale', true), ''), '1')::numeric))::integer
  ) as n;

analyze cloakroom.departments;
analyze cloakroom.employees;
insert into cloakroom.cloakroom_objects (name, kind) values ('DEPARTMENTS', 'table'), ('EMPLOYEES', 'table');
