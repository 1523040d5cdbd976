-- Rows of the probes that leave a value in each place where a session can keep state.
--
-- One row for each user, as many as there are departments (1,000; cloakroom.scale applies).
-- The probes change only these rows, not those of the pages. They create all that needs no row (temporary
-- table, variable, cursor, large object) in their database session.
create table cloakroom.state_kinds (
  user_id integer not null,
  note    varchar(60),
  constraint state_kinds_pk primary key (user_id)
) with (fillfactor = 50);

insert into cloakroom.state_kinds (user_id)
select n
from generate_series(
  1,
  greatest(1, round(1000 * coalesce(nullif(current_setting('cloakroom.scale', true), ''), '1')::numeric))::integer
) as n;

analyze cloakroom.state_kinds;
insert into cloakroom.cloakroom_objects (name, kind) values ('STATE_KINDS', 'table');
