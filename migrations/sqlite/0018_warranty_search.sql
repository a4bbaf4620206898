-- The beginnings by which warranties are found: words of the owner's name, the e-mail address, the phone number, the HIN.
-- An epoch is 2,048 warranties: new terms go into few pages, and a search reads the newest epochs first.
CREATE TABLE warranty_terms (
  epoch     INTEGER NOT NULL,
  term      TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  brand_id  INTEGER NOT NULL,
  PRIMARY KEY (epoch, term, record_id)
) WITHOUT ROWID;
INSERT INTO warranty_terms (epoch, term, record_id, brand_id)
SELECT w.id >> 11, terms.value, w.id, w.brand_id
FROM warranties w
JOIN ownerships o ON o.warranty_id = w.id AND o.transfer_date IS NULL
CROSS JOIN json_each(search_terms(o.first_name || ' ' || o.last_name, o.phone, w.hin, o.email_key)) terms;

CREATE INDEX warranties_sync ON warranties (brand_id, sync_status, warranty_status, created_at, id);
CREATE INDEX warranties_model_year ON warranties (brand_id, model_year, warranty_status, created_at, id);
CREATE INDEX warranties_registered ON warranties (brand_id, registration_date);
