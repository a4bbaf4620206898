-- By hull first: one look finds a hull in all brands, where the old index took one for each brand.
CREATE UNIQUE INDEX warranties_hull ON warranties (hin, brand_id);
DROP INDEX warranties_brand_hin;
