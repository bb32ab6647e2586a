-- Since when an address that resets passwords is what it is; null when never changed. One younger than a day resets none.
ALTER TABLE merchants ADD COLUMN contact_email_changed_at timestamptz;
ALTER TABLE merchant_staff
  ADD COLUMN email_changed_at timestamptz,
  -- Since when the owner says that a stranger knows the password. It ends with a reset.
  ADD COLUMN password_doubted_at timestamptz;
GRANT UPDATE (contact_email_changed_at) ON merchants TO zawadi_app;
GRANT UPDATE (email_changed_at, password_doubted_at) ON merchant_staff TO zawadi_app;
