drop sequence if exists ps_txn_seq;
drop table if exists ps_txn;
