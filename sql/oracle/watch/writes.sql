-- How often sessions have waited for the log since the start: once for each commit of something written.
select n.value as writes
from v$con_sysstat n
where n.name = 'redo synch writes';
