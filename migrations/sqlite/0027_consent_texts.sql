-- What people agree to with a form on a brand's website: JSON, language to text.
ALTER TABLE brands ADD COLUMN consent_texts TEXT;
