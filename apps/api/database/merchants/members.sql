-- Makes a staff member manager or cashier; the owner's role does not change. The application cannot write roles
-- directly. Called by features/people/merchants.
create or replace function assign_member_role(member uuid, assigned text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update merchant_staff set role = assigned
  where id = member and role <> 'owner' and assigned in ('manager', 'cashier')
$$;
