-- How far a lead has come: received, assigned (to a dealer), forwarded (its CRM took it) or failed (its CRM never did).
ALTER TABLE leads ADD COLUMN state TEXT NOT NULL DEFAULT 'received';
ALTER TABLE leads ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
UPDATE leads SET updated_at = received_at, state = COALESCE(
  (SELECT CASE deliveries.status WHEN 'delivered' THEN 'forwarded' WHEN 'failed' THEN 'failed' END
     FROM deliveries WHERE deliveries.lane = 'lead:' || leads.id ORDER BY deliveries.id DESC LIMIT 1),
  CASE WHEN dealer_id IS NULL THEN 'received' ELSE 'assigned' END);
CREATE INDEX leads_state ON leads (brand_id, state, received_at, id);
CREATE INDEX leads_dealer ON leads (dealer_id, received_at, id) WHERE dealer_id IS NOT NULL;

CREATE TABLE lead_notes (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  lead_id    INTEGER NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  at         INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id   INTEGER,
  actor_name TEXT,
  text       TEXT NOT NULL
);
CREATE INDEX lead_notes_lead ON lead_notes (lead_id, id);
