-- Whether a brand's registrations that match are accepted without staff.
ALTER TABLE brands ADD COLUMN registration_auto_accept INTEGER NOT NULL DEFAULT 0
  CHECK (registration_auto_accept IN (0, 1));
