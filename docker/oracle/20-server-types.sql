-- Run once, as SYS in the root container: the kinds of server that connect strings ask for beside dedicated ones
-- (:shared and :pooled), and the right to read the views that the benchmarks count with.
whenever sqlerror exit failure
execute dbms_connection_pool.configure_pool(pool_name => 'SYS_DEFAULT_CONNECTION_POOL', minsize => 4, maxsize => 40, max_think_time => 120)
execute dbms_connection_pool.start_pool
alter system set dispatchers = '(PROTOCOL=TCP)(DISPATCHERS=2)';
alter system set shared_servers = 4;
alter system register;
alter session set container = FREEPDB1;
grant select_catalog_role to cloakroom;
