-- Number of rows of the first page's table, up to a million: an upper bound of the number of users with rows.
select count(*) as user_rows from (select 1 as one from {table} fetch first 1000000 rows only) t;
