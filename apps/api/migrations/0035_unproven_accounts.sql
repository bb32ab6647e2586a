-- The person who proves an address that a stranger has signed up with gets the account without that person's phone. An
-- account may then be without any number until its owner gives one.
ALTER TABLE users
  DROP CONSTRAINT users_have_a_phone,
  ADD CONSTRAINT users_signed_up_with_a_phone CHECK (status = 'DELETED' OR signup_phone_msisdn IS NOT NULL);
