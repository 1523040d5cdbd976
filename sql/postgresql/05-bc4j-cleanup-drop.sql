drop procedure if exists bc4j_cleanup_persistent_collections_days(numeric);
drop procedure if exists bc4j_cleanup_persistent_collections(timestamp with time zone);
drop procedure if exists bc4j_cleanup_session_state_minutes(integer);
drop procedure if exists bc4j_cleanup_session_state(timestamp with time zone);
