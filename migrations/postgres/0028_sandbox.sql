-- A sandbox's deliveries are recorded, with what would have been sent, instead of sent.
ALTER TABLE brands ADD COLUMN sandbox boolean NOT NULL DEFAULT false;
ALTER TABLE deliveries ADD COLUMN sandbox boolean NOT NULL DEFAULT false;
ALTER TABLE delivery_attempts ADD COLUMN request text;
