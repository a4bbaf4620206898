-- The codes of warranty certificates: whoever has one may see the warranty's status, and they stay as long as paper does.
CREATE TABLE certificate_codes (
  warranty_id bigint PRIMARY KEY REFERENCES warranties (id) ON DELETE CASCADE,
  code        text NOT NULL UNIQUE,
  created_at  bigint NOT NULL
);
