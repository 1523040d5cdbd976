-- Values of the watched column of a written table; {rows} selects the first rows by key, or rows by key.
select '{label} ' || t.{key} as name, t.{watched} as value from {table} t {rows};
