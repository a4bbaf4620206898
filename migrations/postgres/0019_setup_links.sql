-- The one-time address at which the first administrator is made: at most one row.
CREATE TABLE setup_links (
  token_hash text PRIMARY KEY,
  expires_at bigint NOT NULL
);
