create table coat (id int primary key, colour text);
create table scheduled_tasks (task_name text, task_instance text, task_data bytea, execution_time timestamptz, picked boolean,
  picked_by text, last_success timestamptz, last_failure timestamptz, consecutive_failures int, last_heartbeat timestamptz, version bigint,
  priority smallint, primary key (task_name, task_instance));
create table shedlock (name text primary key, lock_until timestamp, locked_at timestamp, locked_by text);
