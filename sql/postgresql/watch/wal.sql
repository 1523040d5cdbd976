-- The write-ahead log of the whole server.
select
  w.wal_records as log_records,
  w.wal_fpi as log_full_pages,
  w.wal_bytes::bigint as log_bytes
from pg_stat_wal w;
