-- For how many users there are rows: each has a department of its own.
select count(*) as user_rows from cloakroom.departments;
