-- Keyed hashes of the addresses of erased people: after a restore they are erased again.
CREATE TABLE erasures (
  hash      text PRIMARY KEY,
  key_id    text NOT NULL,
  erased_at bigint NOT NULL
);
CREATE INDEX erasures_time ON erasures (erased_at);
