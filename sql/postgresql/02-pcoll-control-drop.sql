drop table if exists pcoll_control;
