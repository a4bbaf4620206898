-- Every attempt at a delivery, written in the transaction that settles it. Without an error it succeeded.
CREATE TABLE delivery_attempts (
  delivery_id bigint NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  number      integer NOT NULL,
  at          bigint NOT NULL,
  duration_ms integer NOT NULL,
  status      integer,
  error       text,
  answer      text,
  worker      text NOT NULL,
  PRIMARY KEY (delivery_id, number)
);
CREATE INDEX delivery_attempts_at ON delivery_attempts (at);
