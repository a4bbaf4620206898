-- A sandbox's deliveries are recorded, with what would have been sent, instead of sent.
ALTER TABLE brands ADD COLUMN sandbox INTEGER NOT NULL DEFAULT 0 CHECK (sandbox IN (0, 1));
ALTER TABLE deliveries ADD COLUMN sandbox INTEGER NOT NULL DEFAULT 0 CHECK (sandbox IN (0, 1));
ALTER TABLE delivery_attempts ADD COLUMN request TEXT;
