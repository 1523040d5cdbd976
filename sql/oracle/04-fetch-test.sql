-- Table of the fetch size and statement cache experiments: 100,000 rows, with statistics on the table and
-- its index, computed from all rows and without histograms, as in the published script.
--
-- cloakroom.scale (03-hr.sql) applies here too; the experiments require 1, the default.
begin
  execute immediate '
    create table fetch_test (
      id   number not null,
      data varchar2(32),
      constraint fetch_test_pk primary key (id)
    )';
end;
/
insert into cloakroom_objects (name, kind) values ('FETCH_TEST', 'table');

declare
  v_scale number := coalesce(
    to_number(
      regexp_substr(
        sys_context('userenv', 'client_identifier'),
        '^cloakroom\.scale=([0-9]{1,4}\.?[0-9]{0,6})', 1, 1, null, 1),
      '9999D999999', 'nls_numeric_characters=''.,'''),
    1);
  v_rows pls_integer := greatest(1, round(100000 * v_scale));
begin
  insert into fetch_test (id, data)
  select level, to_char(level, '000000')
  from dual
  connect by level <= v_rows;
  commit;

  dbms_stats.gather_table_stats(
    ownname => user,
    tabname => 'FETCH_TEST',
    estimate_percent => null,
    method_opt => 'for all indexed columns size 1',
    cascade => true);
end;
/
