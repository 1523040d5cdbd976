-- When the instance was started: its counters begin there.
select i.startup_time as started
from v$instance i;
