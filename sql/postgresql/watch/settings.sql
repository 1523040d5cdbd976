-- Settings of the server's size and durability.
select n.name, current_setting(n.name) as value
from (values ('fsync'), ('synchronous_commit'), ('max_connections'), ('shared_buffers')) n(name);
