-- Every attempt at a delivery, written in the transaction that settles it. Without an error it succeeded.
CREATE TABLE delivery_attempts (
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status      INTEGER,
  error       TEXT,
  answer      TEXT,
  worker      TEXT NOT NULL,
  PRIMARY KEY (delivery_id, number)
) WITHOUT ROWID;
CREATE INDEX delivery_attempts_at ON delivery_attempts (at);
