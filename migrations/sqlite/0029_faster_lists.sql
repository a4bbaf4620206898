-- Lists of leads by category, alone or with a state.
CREATE INDEX leads_category ON leads (brand_id, contact_category, state, received_at, id);

-- The text in which lists of dealers look for words. The index has the texts close together, so that all are read quickly.
ALTER TABLE dealers ADD COLUMN search_text TEXT GENERATED ALWAYS AS (
  lower(name || ' ' || legal_name || ' ' || dealer_code || ' ' || email || ' ' || city || ' ' || postal_code)) VIRTUAL;
CREATE INDEX dealers_search ON dealers (search_text);
