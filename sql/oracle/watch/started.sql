-- Start of the instance and of its counters.
select i.startup_time as started
from v$instance i;
