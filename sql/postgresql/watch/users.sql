-- Number of users with rows: each has a separate department.
select count(*) as user_rows from cloakroom.departments;
