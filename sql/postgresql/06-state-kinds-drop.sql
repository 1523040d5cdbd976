drop table if exists state_kinds;
