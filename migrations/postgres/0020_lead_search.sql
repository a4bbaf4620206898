-- The beginnings by which leads are found: words of the contact's name, the e-mail address, the phone number. An epoch is
-- 2,048 leads, as with warranty_terms.
CREATE TABLE lead_terms (
  epoch     bigint NOT NULL,
  term      text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  brand_id  bigint NOT NULL,
  PRIMARY KEY (epoch, term, record_id) INCLUDE (brand_id)
);
INSERT INTO lead_terms (epoch, term, record_id, brand_id)
SELECT DISTINCT l.id >> 11, terms.term, l.id, l.brand_id
FROM leads l
CROSS JOIN LATERAL (SELECT l.body::jsonb -> 'contact' AS fields) contact
CROSS JOIN LATERAL (
  SELECT left(regexp_replace(coalesce(fields ->> 'contact_phone', ''), '[^0-9]', '', 'g'), 20) AS digits
) phone
CROSS JOIN LATERAL (
  SELECT left(word, 60) AS term
  FROM regexp_split_to_table(
    regexp_replace(
      regexp_replace(
        normalize(lower(coalesce(fields ->> 'contact_first_name', '') || ' ' || coalesce(fields ->> 'contact_last_name', '')), NFKD),
        '[\u0300-\u036f]', '', 'g'),
      '[''’`]', '', 'g'),
    '[\s\-.,;:"()/&+_]+') WITH ORDINALITY AS words (word, place)
  WHERE word <> '' AND place <= 13
  UNION ALL SELECT normalize(lower(l.contact_email), NFC) WHERE l.contact_email <> ''
  UNION ALL SELECT '+' || right(digits, 10) WHERE length(digits) >= 4
  UNION ALL SELECT '-' || reverse(digits) WHERE length(digits) >= 4
) terms;
