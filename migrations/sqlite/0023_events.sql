-- What happened, for receivers and pollers, and the endpoints that receive it.
CREATE TABLE events (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id   INTEGER NOT NULL,
  type       TEXT NOT NULL,
  -- The changed record: warranty:12.
  subject    TEXT NOT NULL,
  -- The record as it stood, as JSON.
  data       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Its place in the feed. Null until somebody reads the feed: docs/decisions/0028-events.md.
  place      INTEGER
);
CREATE UNIQUE INDEX events_feed ON events (place) WHERE place IS NOT NULL;
CREATE INDEX events_unplaced ON events (id) WHERE place IS NULL;

CREATE TABLE event_endpoints (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  url             TEXT NOT NULL,
  description     TEXT NOT NULL DEFAULT '',
  -- JSON: a list of types, or ["*"].
  event_types     TEXT NOT NULL,
  active          INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  secret          TEXT NOT NULL,
  -- Also signs, until it is dropped.
  previous_secret TEXT,
  -- Since when every attempt has failed.
  failing_since   INTEGER,
  -- When the server switched it off.
  disabled_at     INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
);

CREATE TABLE event_endpoint_brands (
  endpoint_id INTEGER NOT NULL REFERENCES event_endpoints (id) ON DELETE CASCADE,
  brand_id    INTEGER NOT NULL REFERENCES brands (id),
  PRIMARY KEY (endpoint_id, brand_id)
) WITHOUT ROWID;

-- Deliveries may have any kind, and receivers beside the one of their kind and brand. SQLite can't drop a CHECK: both
-- tables are copied, the one that refers to the other first, so that nothing is deleted by a foreign key.
CREATE TABLE deliveries_copy (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL,
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
  finished_at     INTEGER,
  -- Null: the kind and the brand name it.
  receiver        TEXT
);
INSERT INTO deliveries_copy
SELECT id, kind, event, brand_id, subject_id, lane, message_id, status, attempts, step, next_attempt_at, lease_until,
  lease_token, last_attempt_at, last_error, created_at, finished_at,
  CASE WHEN kind = 'dealer_mail' AND status <> 'delivered' THEN kind END
FROM deliveries;
DELETE FROM sqlite_sequence WHERE name = 'deliveries_copy';
INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveries_copy', seq FROM sqlite_sequence WHERE name = 'deliveries';

CREATE TABLE delivery_attempts_copy (
  delivery_id INTEGER NOT NULL REFERENCES deliveries_copy (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status      INTEGER,
  error       TEXT,
  answer      TEXT,
  worker      TEXT NOT NULL,
  final       INTEGER NOT NULL DEFAULT 0 CHECK (final IN (0, 1)),
  PRIMARY KEY (delivery_id, number)
) WITHOUT ROWID;
INSERT INTO delivery_attempts_copy
SELECT delivery_id, number, at, duration_ms, status, error, answer, worker, final FROM delivery_attempts;
DROP TABLE delivery_attempts;
DROP TABLE deliveries;
ALTER TABLE deliveries_copy RENAME TO deliveries;
ALTER TABLE delivery_attempts_copy RENAME TO delivery_attempts;
CREATE INDEX deliveries_due ON deliveries (next_attempt_at, kind, brand_id) WHERE status = 'pending';
CREATE INDEX deliveries_lane ON deliveries (lane, id);
CREATE INDEX deliveries_failed ON deliveries (id) WHERE status = 'failed';
CREATE INDEX delivery_attempts_at ON delivery_attempts (at);
