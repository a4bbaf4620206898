-- Answers that are too old are found by these, and removed: a missing code after a week, a place when its service says.
CREATE INDEX geocode_answers_unknown ON geocode_answers (fetched_at) WHERE latitude IS NULL;
CREATE INDEX geocode_answers_found ON geocode_answers (provider, fetched_at) WHERE latitude IS NOT NULL;
