-- Boats that their owners register on a brand's website. Staff accept one, which makes a warranty, or reject it.
CREATE TABLE registrations (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id       INTEGER NOT NULL REFERENCES brands (id),
  state          TEXT NOT NULL CHECK (state IN ('received', 'accepted', 'rejected')),
  hin            TEXT NOT NULL,
  model          TEXT NOT NULL,
  model_year     TEXT NOT NULL,
  purchase_date  TEXT NOT NULL,
  dealer_code    TEXT,
  contact        TEXT NOT NULL,
  email_key      TEXT,
  email_optin    INTEGER NOT NULL CHECK (email_optin IN (0, 1)),
  token_id       INTEGER NOT NULL,
  client_address TEXT,
  user_agent     TEXT,
  -- When it was received, while it waits for the check that accepts matching ones.
  check_due      INTEGER,
  reason         TEXT,
  warranty_id    INTEGER REFERENCES warranties (id),
  received_at    INTEGER NOT NULL,
  decided_at     INTEGER,
  updated_at     INTEGER NOT NULL
);
CREATE INDEX registrations_newest ON registrations (brand_id, received_at, id);
CREATE INDEX registrations_state ON registrations (brand_id, state, received_at, id);
CREATE INDEX registrations_hin ON registrations (hin, brand_id);
CREATE INDEX registrations_email ON registrations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX registrations_decided ON registrations (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX registrations_check_due ON registrations (check_due) WHERE check_due IS NOT NULL;

-- The beginnings by which registrations are found, as with lead_terms.
CREATE TABLE registration_terms (
  epoch     INTEGER NOT NULL,
  term      TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  brand_id  INTEGER NOT NULL,
  PRIMARY KEY (epoch, term, record_id)
) WITHOUT ROWID;
