-- Roles, second factors and sign-ins of users; kinds of tokens; times of records that the administration shows.
ALTER TABLE api_users ADD COLUMN role TEXT;
ALTER TABLE api_users ADD COLUMN all_brands INTEGER NOT NULL DEFAULT 0 CHECK (all_brands IN (0, 1));
ALTER TABLE api_users ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_users ADD COLUMN totp_secret TEXT;
ALTER TABLE api_users ADD COLUMN totp_pending TEXT;
ALTER TABLE api_users ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;
UPDATE api_users SET created_at = updated_at;

ALTER TABLE token_families ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0 CHECK (second_factor IN (0, 1));

-- Each opens the door once instead of a code.
CREATE TABLE recovery_codes (
  user_id   INTEGER NOT NULL REFERENCES api_users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- A browser in which a user has signed in.
CREATE TABLE browser_sessions (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash     TEXT NOT NULL UNIQUE,
  user_id        INTEGER NOT NULL REFERENCES api_users (id) ON DELETE CASCADE,
  created_at     INTEGER NOT NULL,
  last_used_at   INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL,
  client_address TEXT NOT NULL,
  user_agent     TEXT NOT NULL
);
CREATE INDEX browser_sessions_user ON browser_sessions (user_id);
CREATE INDEX browser_sessions_expiry ON browser_sessions (expires_at);

-- Single-use links: invitations, and resets of passwords.
CREATE TABLE account_links (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  token_hash TEXT NOT NULL UNIQUE,
  user_id    INTEGER NOT NULL REFERENCES api_users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX account_links_user ON account_links (user_id);
CREATE INDEX account_links_expiry ON account_links (expires_at);

ALTER TABLE api_tokens ADD COLUMN kind TEXT NOT NULL DEFAULT 'secret';
ALTER TABLE api_tokens ADD COLUMN all_brands INTEGER NOT NULL DEFAULT 0 CHECK (all_brands IN (0, 1));
ALTER TABLE api_tokens ADD COLUMN expires_at INTEGER;
ALTER TABLE api_tokens ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE api_tokens SET created_at = updated_at;

CREATE TABLE api_token_permissions (
  token_id   INTEGER NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  permission TEXT NOT NULL,
  PRIMARY KEY (token_id, permission)
) WITHOUT ROWID;

CREATE TABLE api_token_origins (
  token_id INTEGER NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  origin   TEXT NOT NULL,
  PRIMARY KEY (token_id, origin)
) WITHOUT ROWID;

ALTER TABLE brands ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE brands SET created_at = updated_at;
ALTER TABLE dealer_groups ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dealer_groups ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
UPDATE dealer_groups SET created_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000000;
UPDATE dealer_groups SET updated_at = created_at;
ALTER TABLE dealers ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dealers ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
UPDATE dealers SET created_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000000;
UPDATE dealers SET updated_at = created_at;
