-- After a password reset money leaves the wallet 24 hours later, unless the contact that did not reset it confirms.
ALTER TABLE users
  ADD COLUMN password_reset_at timestamptz,
  ADD COLUMN password_reset_by text CHECK (password_reset_by IN ('email', 'sms')),
  ADD CONSTRAINT users_password_reset_is_whole CHECK ((password_reset_at IS NULL) = (password_reset_by IS NULL));
GRANT UPDATE (password_reset_at, password_reset_by) ON users TO zawadi_app;
