-- The beginnings by which warranties are found: words of the owner's name, the e-mail address, the phone number, the HIN.
-- An epoch is 2,048 warranties: new terms go into few pages, and a search reads the newest epochs first.
CREATE TABLE warranty_terms (
  epoch     bigint NOT NULL,
  term      text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  brand_id  bigint NOT NULL,
  PRIMARY KEY (epoch, term, record_id) INCLUDE (brand_id)
);
INSERT INTO warranty_terms (epoch, term, record_id, brand_id)
SELECT DISTINCT w.id >> 11, terms.term, w.id, w.brand_id
FROM warranties w
JOIN ownerships o ON o.warranty_id = w.id AND o.transfer_date IS NULL
CROSS JOIN LATERAL (SELECT left(regexp_replace(coalesce(o.phone, ''), '[^0-9]', '', 'g'), 20) AS digits) phone
CROSS JOIN LATERAL (
  SELECT left(word, 60) AS term
  FROM (
    SELECT word
    FROM regexp_split_to_table(
      regexp_replace(
        regexp_replace(normalize(lower(o.first_name || ' ' || o.last_name), NFKD), '[\u0300-\u036f]', '', 'g'),
        '[''’`]', '', 'g'),
      '[\s\-.,;:"()/&+_]+') WITH ORDINALITY AS parts (word, place)
    WHERE word <> ''
    ORDER BY place
    LIMIT 12
  ) words
  UNION ALL SELECT lower(w.hin)
  UNION ALL SELECT o.email_key WHERE o.email_key <> ''
  UNION ALL SELECT '+' || right(digits, 10) WHERE length(digits) >= 4
  UNION ALL SELECT '-' || reverse(digits) WHERE length(digits) >= 4
) terms;

CREATE INDEX warranties_sync ON warranties (brand_id, sync_status, warranty_status, created_at, id);
CREATE INDEX warranties_model_year ON warranties (brand_id, model_year, warranty_status, created_at, id);
CREATE INDEX warranties_registered ON warranties (brand_id, registration_date);
