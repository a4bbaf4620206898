-- Refresh tokens that were used longer ago than one is good for are found by this, and removed.
CREATE INDEX refresh_tokens_used ON refresh_tokens (used_at) WHERE used_at IS NOT NULL;
