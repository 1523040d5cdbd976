-- When the instance was started: its counters begin there.
select i.startup_time
from v$instance i;
