-- Files that administrators have uploaded to import, and what came of each.
CREATE TABLE imports (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL,
  brand_id        INTEGER NOT NULL REFERENCES brands (id),
  mode            TEXT NOT NULL,
  options         TEXT NOT NULL,
  state           TEXT NOT NULL,
  -- Who uploaded it, later who committed it, with their grants at that moment.
  principal       TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  committed_by    TEXT,
  size            INTEGER NOT NULL DEFAULT 0,
  done            INTEGER NOT NULL DEFAULT 0,
  total           INTEGER NOT NULL DEFAULT 0,
  skip_invalid    INTEGER NOT NULL DEFAULT 0 CHECK (skip_invalid IN (0, 1)),
  summary         TEXT,
  summary_changed INTEGER NOT NULL DEFAULT 0 CHECK (summary_changed IN (0, 1)),
  errors          TEXT NOT NULL DEFAULT '[]',
  warnings        TEXT NOT NULL DEFAULT '[]',
  ignored_columns TEXT NOT NULL DEFAULT '[]',
  reason          TEXT,
  -- How often a process has begun this check or run.
  attempts        INTEGER NOT NULL DEFAULT 0,
  lease_token     TEXT,
  lease_until     INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  checked_at      INTEGER,
  committed_at    INTEGER,
  finished_at     INTEGER
);
CREATE INDEX imports_pending ON imports (id) WHERE state IN ('uploading', 'checking', 'running');
CREATE INDEX imports_brand ON imports (brand_id, id);
CREATE INDEX imports_age ON imports (created_at);

-- The bytes of an uploaded file, and of the file of its invalid rows.
CREATE TABLE import_chunks (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  file      TEXT NOT NULL,
  position  INTEGER NOT NULL,
  content   BLOB NOT NULL,
  PRIMARY KEY (import_id, file, position)
);
