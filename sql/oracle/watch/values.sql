-- Values of the rows that users of the pages change: user n changes the n-th row of each table.
select 'departments ' || d.department_id as name, d.department_name as value
from departments d
union all
select 'employees ' || e.employee_id, e.last_name
from employees e
where e.employee_id <= (select count(*) from departments);
