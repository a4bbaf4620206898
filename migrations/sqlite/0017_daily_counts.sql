-- Warranties and leads of completed days (UTC), which the overview would otherwise count each time. Days since 1970.
CREATE TABLE daily_counts (
  kind     TEXT NOT NULL,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  day      INTEGER NOT NULL,
  category TEXT NOT NULL,
  total    INTEGER NOT NULL,
  PRIMARY KEY (kind, brand_id, day, category)
) WITHOUT ROWID;

-- The first day that is not in the table yet.
CREATE TABLE daily_count_progress (
  kind     TEXT NOT NULL,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  next_day INTEGER NOT NULL,
  PRIMARY KEY (kind, brand_id)
) WITHOUT ROWID;

CREATE INDEX dealers_without_point ON dealers (id) WHERE latitude IS NULL OR longitude IS NULL;
CREATE INDEX warranties_failed_syncs ON warranties (brand_id, id) WHERE sync_status = 'failed';
