-- Bytes of PS_TXN, its index and its large values in the quota; null if the table belongs to another user.
select sum(s.bytes) as ps_txn_bytes
from user_segments s
where s.segment_name in ('PS_TXN', 'PS_TXN_PK')
  or s.segment_name in (select l.segment_name from user_lobs l where l.table_name = 'PS_TXN')
  or s.segment_name in (select i.index_name from user_lobs i where i.table_name = 'PS_TXN');
