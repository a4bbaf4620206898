-- Lists of dealers by name, on a part of the map, and of those without coordinates.
CREATE INDEX dealers_listed ON dealers (lower(name), id);
CREATE INDEX dealers_place ON dealers (latitude, longitude);
