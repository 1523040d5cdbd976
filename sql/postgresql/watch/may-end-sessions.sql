-- Whether this user may end sessions of its own role, as those of the tier are.
select has_function_privilege('pg_terminate_backend(integer, bigint)', 'execute') as allowed;
