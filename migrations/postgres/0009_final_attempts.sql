-- Whether it was a refusal for good: false too of attempts made before this column, or by a process that knows none.
ALTER TABLE delivery_attempts ADD COLUMN final boolean NOT NULL DEFAULT false;
