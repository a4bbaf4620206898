-- The last sign-in of each user of a list is found without reading the others.
CREATE INDEX token_families_user_start ON token_families (user_id, created_at);
DROP INDEX token_families_user;
CREATE INDEX browser_sessions_user_start ON browser_sessions (user_id, created_at);
DROP INDEX browser_sessions_user;
