-- For a request that the product opened: makes the first administrator who approves it the requester, and has the
-- others notified again. Returns false if the request already has a requester or is closed. Called by
-- features/services/approvals.
create or replace function approve_first(request uuid, administrator uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_administrator(administrator);
  update approvals set requested_by = administrator, approvers_notified_at = null, approvers_reminded_at = null
  where id = request and requested_by is null and closed_as is null;
  return found;
end $$;

-- Whether the current transaction has approved this request, by an administrator other than the requester. An approval
-- in an earlier transaction does not count. Called by change_merchant_contact(), release_payout_channel() and
-- resume_settlements().
create or replace function is_being_approved(request uuid, of_kind text, about uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from approvals
    where id = request and kind = of_kind and subject_kind = 'merchant' and subject_id = about::text
      and closed_as = 'APPROVED' and closed_at = moment() and closed_by <> requested_by
  )
$$;
