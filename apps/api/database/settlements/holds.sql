-- Holds all pay-outs to a merchant after its former contact answered "this was not me"; returns false when they are
-- already held. Called by features/people/merchants, which has locked the merchant.
create or replace function hold_settlements(merchant uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update merchants set settlements_held_since = moment() where id = merchant and settlements_held_since is null;
  return found;
end $$;

-- Resumes pay-outs to a merchant, if two administrators have approved it in this transaction. Called by
-- features/people/merchants, which has locked the merchant.
create or replace function resume_settlements(merchant uuid, approval uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_being_approved(approval, 'settlements-resume', merchant) then
    raise exception using errcode = 'ZA403', message = 'two administrators have not approved this';
  end if;
  update merchants set settlements_held_since = null where id = merchant;
end $$;
