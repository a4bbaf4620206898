-- The beginnings by which leads are found: words of the contact's name, the e-mail address, the phone number. An epoch is
-- 2,048 leads, as with warranty_terms.
CREATE TABLE lead_terms (
  epoch     INTEGER NOT NULL,
  term      TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  brand_id  INTEGER NOT NULL,
  PRIMARY KEY (epoch, term, record_id)
) WITHOUT ROWID;
INSERT INTO lead_terms (epoch, term, record_id, brand_id)
SELECT l.id >> 11, terms.value, l.id, l.brand_id
FROM leads l
CROSS JOIN json_each(search_terms(
  COALESCE(json_extract(l.body, '$.contact.contact_first_name'), '') || ' ' ||
    COALESCE(json_extract(l.body, '$.contact.contact_last_name'), ''),
  json_extract(l.body, '$.contact.contact_phone'),
  l.contact_email)) terms;
