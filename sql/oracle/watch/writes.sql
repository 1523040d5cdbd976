-- Waits for the log since the start: one for each commit of a transaction that wrote.
select n.value as writes
from v$con_sysstat n
where n.name = 'redo synch writes';
