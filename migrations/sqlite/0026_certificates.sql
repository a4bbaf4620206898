-- The codes of warranty certificates: whoever has one may see the warranty's status, and they stay as long as paper does.
CREATE TABLE certificate_codes (
  warranty_id INTEGER PRIMARY KEY REFERENCES warranties (id) ON DELETE CASCADE,
  code        TEXT NOT NULL UNIQUE,
  created_at  INTEGER NOT NULL
);
