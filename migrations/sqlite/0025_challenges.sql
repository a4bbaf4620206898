-- Proofs of work of submissions from web pages: a brand may do without them, and each works once.
ALTER TABLE brands ADD COLUMN challenge INTEGER NOT NULL DEFAULT 1 CHECK (challenge IN (0, 1));

CREATE TABLE used_challenges (
  challenge  TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
