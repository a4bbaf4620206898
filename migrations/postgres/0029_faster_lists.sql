-- Lists of leads by category, alone or with a state.
CREATE INDEX leads_category ON leads (brand_id, contact_category, state, received_at, id);

-- The text in which lists of dealers look for words. Where the extension is not to be had, all texts are read: a tenth of
-- a second for 100,000 dealers.
ALTER TABLE dealers ADD COLUMN search_text text GENERATED ALWAYS AS (
  lower(name || ' ' || legal_name || ' ' || dealer_code || ' ' || email || ' ' || city || ' ' || postal_code)) STORED;
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX dealers_search ON dealers USING gin (search_text gin_trgm_ops);
EXCEPTION
  -- Hosting companies have errors of their own.
  WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
