-- Whether this user may end sessions of its own role, which is the tier's.
select has_function_privilege('pg_terminate_backend(integer, bigint)', 'execute') as allowed;
