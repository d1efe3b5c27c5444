-- A key for an agent: it tells and asks, and answers nothing.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_role_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_role_check CHECK (role IN ('agent', 'viewer', 'operator', 'admin'));
