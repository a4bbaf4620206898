-- Who changed what, when. Rows are added in the transaction of the change and never touched again; the trail holds
-- no personal data and no secrets, so there is never a reason to.
CREATE TABLE audit_entries (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  at           INTEGER NOT NULL,
  actor_kind   TEXT NOT NULL CHECK (actor_kind IN ('user', 'token', 'administrator', 'system')),
  actor_id     INTEGER,
  actor_name   TEXT,
  action       TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  subject_id   INTEGER,
  subject_name TEXT,
  brand_id     INTEGER,
  before       TEXT,
  after        TEXT
);
CREATE INDEX audit_entries_at ON audit_entries (at);
CREATE INDEX audit_entries_subject ON audit_entries (subject_kind, subject_id);

CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'audit_entries is append-only');
END;
CREATE TRIGGER audit_entries_never_go BEFORE DELETE ON audit_entries BEGIN
  SELECT RAISE(ABORT, 'audit_entries is append-only');
END;
-- REPLACE would take the old row away without asking the trigger above.
CREATE TRIGGER audit_entries_never_replaced BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'audit_entries is append-only');
END;
