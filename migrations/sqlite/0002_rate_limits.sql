-- What callers have spent of their rate limit, added up over all processes: until when it is made good.
CREATE TABLE rate_limits (
  caller      TEXT PRIMARY KEY,
  spent_until INTEGER NOT NULL
) WITHOUT ROWID;
