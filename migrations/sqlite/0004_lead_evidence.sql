-- How long after a lead the same one counts as sent twice; null: never.
ALTER TABLE brands ADD COLUMN lead_dedupe_seconds INTEGER;

-- Who sent a lead, and what it said about consent by itself; null in leads that are older than these columns.
ALTER TABLE leads ADD COLUMN dealer_reason TEXT;
ALTER TABLE leads ADD COLUMN token_id INTEGER;
ALTER TABLE leads ADD COLUMN client_address TEXT;
ALTER TABLE leads ADD COLUMN user_agent TEXT;
ALTER TABLE leads ADD COLUMN email_optin_given INTEGER CHECK (email_optin_given IN (0, 1));
ALTER TABLE leads ADD COLUMN phone_optin_given INTEGER CHECK (phone_optin_given IN (0, 1));

-- Leads that came again within the brand's time: that they came, not what they said, for that is the first one's.
CREATE TABLE lead_duplicates (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id           INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  token_id          INTEGER NOT NULL,
  client_address    TEXT,
  user_agent        TEXT,
  email_optin_given INTEGER NOT NULL CHECK (email_optin_given IN (0, 1)),
  phone_optin_given INTEGER NOT NULL CHECK (phone_optin_given IN (0, 1)),
  received_at       INTEGER NOT NULL
);
CREATE INDEX lead_duplicates_lead ON lead_duplicates (lead_id, id);
