-- Keyed hashes of the addresses of erased people: after a restore they are erased again.
CREATE TABLE erasures (
  hash      TEXT PRIMARY KEY,
  key_id    TEXT NOT NULL,
  erased_at INTEGER NOT NULL
);
CREATE INDEX erasures_time ON erasures (erased_at);
