drop table if exists fetch_test;
