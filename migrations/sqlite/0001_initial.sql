-- Timestamps are microseconds since the epoch (UTC), dates are YYYY-MM-DD text.

CREATE TABLE brands (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  slug          TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  lead_webhook  TEXT,
  warranty_crm  TEXT,
  fallback_dealer_id INTEGER,
  updated_at    INTEGER NOT NULL
);

CREATE TABLE dealer_groups (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL
);

CREATE TABLE dealers (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  dealer_code     TEXT NOT NULL DEFAULT '',
  group_id        INTEGER REFERENCES dealer_groups (id),
  unit_id         INTEGER,
  name            TEXT NOT NULL,
  legal_name      TEXT NOT NULL DEFAULT '',
  address         TEXT NOT NULL DEFAULT '',
  address2        TEXT NOT NULL DEFAULT '',
  city            TEXT NOT NULL DEFAULT '',
  state           TEXT NOT NULL DEFAULT '',
  postal_code     TEXT NOT NULL DEFAULT '',
  country         TEXT NOT NULL DEFAULT '',
  country_code    TEXT,
  phone           TEXT NOT NULL DEFAULT '',
  email           TEXT NOT NULL DEFAULT '',
  website         TEXT NOT NULL DEFAULT '',
  latitude        REAL,
  longitude       REAL,
  approximate     INTEGER NOT NULL DEFAULT 0 CHECK (approximate IN (0, 1)),
  logo_url        TEXT NOT NULL DEFAULT '',
  primary_contact TEXT NOT NULL DEFAULT '',
  active          INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
);
CREATE UNIQUE INDEX dealers_code ON dealers (dealer_code) WHERE dealer_code <> '';
CREATE INDEX dealers_name ON dealers (name);
CREATE INDEX dealers_group ON dealers (group_id);

CREATE TABLE dealer_brands (
  brand_id  INTEGER NOT NULL REFERENCES brands (id),
  dealer_id INTEGER NOT NULL REFERENCES dealers (id) ON DELETE CASCADE,
  PRIMARY KEY (brand_id, dealer_id)
) WITHOUT ROWID;
CREATE INDEX dealer_brands_dealer ON dealer_brands (dealer_id);

CREATE TABLE territories (
  brand_id    INTEGER NOT NULL REFERENCES brands (id),
  country     TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  dealer_id   INTEGER NOT NULL REFERENCES dealers (id) ON DELETE CASCADE,
  PRIMARY KEY (brand_id, country, postal_code)
) WITHOUT ROWID;
CREATE INDEX territories_dealer ON territories (dealer_id);

CREATE TABLE postal_points (
  country   TEXT NOT NULL,
  code      TEXT NOT NULL,
  latitude  REAL NOT NULL,
  longitude REAL NOT NULL,
  PRIMARY KEY (country, code)
) WITHOUT ROWID;

CREATE TABLE geocode_answers (
  country    TEXT NOT NULL,
  code       TEXT NOT NULL,
  latitude   REAL,
  longitude  REAL,
  provider   TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  PRIMARY KEY (country, code)
) WITHOUT ROWID;

CREATE TABLE api_users (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  email         TEXT NOT NULL,
  email_key     TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  active        INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  updated_at    INTEGER NOT NULL
);

CREATE TABLE api_user_brands (
  user_id  INTEGER NOT NULL REFERENCES api_users (id) ON DELETE CASCADE,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  PRIMARY KEY (user_id, brand_id)
) WITHOUT ROWID;

CREATE TABLE api_user_permissions (
  user_id    INTEGER NOT NULL REFERENCES api_users (id) ON DELETE CASCADE,
  permission TEXT NOT NULL,
  PRIMARY KEY (user_id, permission)
) WITHOUT ROWID;

CREATE TABLE api_tokens (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  token_hash TEXT NOT NULL UNIQUE,
  active     INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  updated_at INTEGER NOT NULL
);

CREATE TABLE api_token_brands (
  token_id INTEGER NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  PRIMARY KEY (token_id, brand_id)
) WITHOUT ROWID;

CREATE TABLE api_token_scopes (
  token_id INTEGER NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
  scope    TEXT NOT NULL,
  PRIMARY KEY (token_id, scope)
) WITHOUT ROWID;

-- A family is what one login started: every refresh token that descends from it.
CREATE TABLE token_families (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES api_users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
);
CREATE INDEX token_families_user ON token_families (user_id);
CREATE INDEX token_families_expiry ON token_families (expires_at);
CREATE INDEX token_families_revoked ON token_families (revoked_at);

CREATE TABLE refresh_tokens (
  jti        TEXT PRIMARY KEY,
  family_id  INTEGER NOT NULL REFERENCES token_families (id) ON DELETE CASCADE,
  parent_jti TEXT,
  used_at    INTEGER
) WITHOUT ROWID;
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_parent ON refresh_tokens (parent_jti);

-- Counters that outlive a restart and are shared between processes: failed logins, calls to a CRM.
CREATE TABLE throttles (
  key          TEXT PRIMARY KEY,
  window_start INTEGER NOT NULL,
  window_end   INTEGER NOT NULL,
  count        INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX throttles_end ON throttles (window_end);

CREATE TABLE warranties (
  id                       INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id                 INTEGER NOT NULL REFERENCES brands (id),
  hin                      TEXT NOT NULL,
  model                    TEXT NOT NULL,
  model_code               TEXT,
  model_year               TEXT NOT NULL,
  is_used                  INTEGER NOT NULL CHECK (is_used IN (0, 1)),
  registration_date        TEXT NOT NULL,
  purchase_date            TEXT NOT NULL,
  warranty_start_date      TEXT NOT NULL,
  warranty_duration_months INTEGER,
  warranty_end_date        TEXT,
  coverage_type            TEXT CHECK (coverage_type IN ('full', 'limited', 'structural', 'hull-only', 'other')),
  warranty_status          TEXT NOT NULL CHECK (warranty_status IN ('active', 'expired', 'voided')),
  warranty_notes           TEXT,
  order_number             TEXT,
  external_order_number    TEXT,
  warranty_external_id     TEXT,
  sync_status              TEXT NOT NULL CHECK (sync_status IN ('pending', 'synced', 'failed', 'not_configured')),
  sync_error               TEXT,
  sync_last_attempt        INTEGER,
  sync_attempts            INTEGER NOT NULL DEFAULT 0,
  crm_contact_id           TEXT,
  crm_differences          TEXT,
  created_by               INTEGER NOT NULL,
  created_at               INTEGER NOT NULL,
  updated_at               INTEGER NOT NULL
);
CREATE UNIQUE INDEX warranties_brand_hin ON warranties (brand_id, hin);
CREATE INDEX warranties_newest ON warranties (brand_id, created_at, id);
CREATE INDEX warranties_status ON warranties (brand_id, warranty_status, created_at, id);
CREATE INDEX warranties_updated ON warranties (brand_id, updated_at);
CREATE INDEX warranties_expiry ON warranties (warranty_end_date) WHERE warranty_status = 'active';

-- One row an owner; the present owner's has no transfer_date.
CREATE TABLE ownerships (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  warranty_id       INTEGER NOT NULL REFERENCES warranties (id),
  first_name        TEXT NOT NULL,
  last_name         TEXT NOT NULL,
  email             TEXT,
  email_key         TEXT,
  phone             TEXT,
  address           TEXT,
  zipcode           TEXT NOT NULL,
  city              TEXT,
  state             TEXT,
  country_code      TEXT NOT NULL,
  registration_date TEXT NOT NULL,
  purchase_date     TEXT NOT NULL,
  transfer_date     TEXT,
  transfer_notes    TEXT,
  created_at        INTEGER NOT NULL
);
CREATE UNIQUE INDEX ownerships_present ON ownerships (warranty_id) WHERE transfer_date IS NULL;
CREATE INDEX ownerships_warranty ON ownerships (warranty_id, id);
CREATE INDEX ownerships_email ON ownerships (email_key);

-- How many warranties a brand has by status, kept in the transaction that changes it: a list's total costs
-- the same at ten thousand records and at ten million.
CREATE TABLE warranty_counts (
  brand_id        INTEGER NOT NULL REFERENCES brands (id),
  warranty_status TEXT NOT NULL,
  total           INTEGER NOT NULL,
  PRIMARY KEY (brand_id, warranty_status)
) WITHOUT ROWID;

CREATE TABLE leads (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id         INTEGER NOT NULL REFERENCES brands (id),
  contact_category TEXT NOT NULL,
  contact_email    TEXT NOT NULL,
  body             TEXT NOT NULL,
  send_to_dealer   INTEGER NOT NULL CHECK (send_to_dealer IN (0, 1)),
  dealer_id        INTEGER,
  dealer           TEXT,
  received_at      INTEGER NOT NULL
);
CREATE INDEX leads_newest ON leads (brand_id, received_at, id);

-- The outbox: what is owed to somebody outside, written in the transaction of what it tells of.
CREATE TABLE deliveries (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL CHECK (kind IN ('warranty_sync', 'lead_webhook', 'dealer_mail')),
  event           TEXT NOT NULL,
  brand_id        INTEGER NOT NULL REFERENCES brands (id),
  subject_id      INTEGER NOT NULL,
  lane            TEXT NOT NULL,
  message_id      TEXT NOT NULL UNIQUE,
  status          TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  step            INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  lease_until     INTEGER,
  lease_token     TEXT,
  last_attempt_at INTEGER,
  last_error      TEXT,
  created_at      INTEGER NOT NULL,
  finished_at     INTEGER
);
CREATE INDEX deliveries_due ON deliveries (next_attempt_at, kind, brand_id) WHERE status = 'pending';
CREATE INDEX deliveries_lane ON deliveries (lane, id);
CREATE INDEX deliveries_failed ON deliveries (id) WHERE status = 'failed';

CREATE TABLE idempotency_keys (
  caller       TEXT NOT NULL,
  key          TEXT NOT NULL,
  fingerprint  TEXT NOT NULL,
  status       INTEGER NOT NULL,
  content_type TEXT,
  headers      TEXT NOT NULL,
  body         BLOB NOT NULL,
  settled_at   INTEGER,
  created_at   INTEGER NOT NULL,
  PRIMARY KEY (caller, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- What processes hold in memory carries a revision here; whoever changes it counts it up in the same transaction.
CREATE TABLE revisions (
  topic    TEXT PRIMARY KEY,
  revision INTEGER NOT NULL
) WITHOUT ROWID;
