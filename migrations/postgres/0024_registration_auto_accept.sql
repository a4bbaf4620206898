-- Whether a brand's registrations that match are accepted without staff.
ALTER TABLE brands ADD COLUMN registration_auto_accept boolean NOT NULL DEFAULT false;
