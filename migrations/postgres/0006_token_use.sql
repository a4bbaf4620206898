-- When a token was last used, to the minute; written beside requests, never by them.
ALTER TABLE api_tokens ADD COLUMN last_used_at bigint;
