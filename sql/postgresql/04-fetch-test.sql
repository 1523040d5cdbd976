-- Table of the fetch size and statement cache experiments: 100,000 rows, with statistics.
--
-- cloakroom.scale (03-hr.sql) applies here too; the experiments require 1, the default.
create table cloakroom.fetch_test (
  id   integer not null,
  data varchar(32),
  constraint fetch_test_pk primary key (id)
);

insert into cloakroom.fetch_test (id, data)
select n, to_char(n, '000000')
from generate_series(
  1,
  greatest(1, round(100000 * coalesce(nullif(current_setting('cloakroom.scale', true), ''), '1')::numeric))::integer
) as n;

analyze cloakroom.fetch_test;
insert into cloakroom.cloakroom_objects (name, kind) values ('FETCH_TEST', 'table');
