-- Proofs of work of submissions from web pages: a brand may do without them, and each works once.
ALTER TABLE brands ADD COLUMN challenge boolean NOT NULL DEFAULT true;

CREATE TABLE used_challenges (
  challenge  text PRIMARY KEY,
  expires_at bigint NOT NULL
);
