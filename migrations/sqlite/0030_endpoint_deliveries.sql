-- What was sent to one event endpoint, the newest first.
CREATE INDEX deliveries_endpoint ON deliveries (receiver, id) WHERE kind = 'event';
