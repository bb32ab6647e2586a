-- Switches a feature on or off and records administrator and reason. Returns false when nothing changed. Called by
-- features/services/settings. The update locks the row of the switch, so that changes run one at a time.
create or replace function set_feature_switch(feature text, new_is_on boolean, change uuid, why text, administrator uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_administrator(administrator);
  update feature_switches set is_on = new_is_on where name = feature and is_on <> new_is_on;
  if not found then
    if not new_is_on then return false; end if;
    insert into feature_switches (name, is_on) values (feature, true) on conflict (name) do nothing;
    if not found then return false; end if;
  end if;
  -- clock_moment(), not moment(): a transaction that has waited for the lock must record a later time than the change
  -- before it.
  insert into feature_switch_changes (id, name, is_on, reason, changed_by, changed_at)
  values (change, feature, new_is_on, why, administrator, clock_moment());
  return true;
end $$;

-- Adds a version of a setting, effective now or at a later moment; refuses an earlier moment. Changing the fees, or
-- raising an amount that one administrator may decide alone, or weakening the limit of new accounts or of settlements
-- on demand, needs an approval.
-- The first version of these values needs none. Called by features/services/settings, which holds an advisory lock for the setting.
create or replace function add_setting_version(
  version uuid, setting text, new_value jsonb, from_when timestamptz, why text, administrator uuid, approval uuid
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  counts_from timestamptz := coalesce(from_when, moment());
  approved_by uuid;
  former jsonb;
begin
  perform require_administrator(administrator);
  if counts_from < moment() then
    raise exception using errcode = 'ZA403', message = 'a setting cannot take effect in the past';
  end if;
  select id into approved_by from approvals
  where id = approval and closed_as = 'APPROVED' and closed_at = moment() and closed_by <> requested_by
    and case
      when starts_with(setting, 'template/') then kind = 'template-wording'
      when starts_with(setting, 'own-limits/') then kind = 'own-limits' and subject_id = split_part(setting, '/', 3)
      else kind = setting
    end;
  if setting = 'fees-and-limits' and approved_by is null then
    select value into former from setting_versions
    where name = setting and effective_from <= counts_from and withdrawn_at is null
    order by effective_from desc, changed_at desc, id desc limit 1;
    if former is not null and (new_value->'fees' is distinct from former->'fees'
      or coalesce((new_value->>'approvalFrom')::numeric > (former->>'approvalFrom')::numeric, former ? 'approvalFrom')
      or coalesce((new_value->>'automaticUpTo')::numeric > (former->>'automaticUpTo')::numeric, former ? 'automaticUpTo')
      or former ? 'onDemand' and (new_value->'onDemand'->'feeBasisPoints' is distinct from former->'onDemand'->'feeBasisPoints'
        or coalesce((new_value->'onDemand'->>'daily')::numeric > (former->'onDemand'->>'daily')::numeric, true))
      or (former->'newAccounts'->>'days')::numeric > 0 and coalesce(
        (new_value->'newAccounts'->>'days')::numeric < (former->'newAccounts'->>'days')::numeric
          or (new_value->'newAccounts'->>'daily')::numeric > (former->'newAccounts'->>'daily')::numeric, true))
    then
      raise exception using errcode = 'ZA403', message = 'two administrators have not approved this';
    end if;
  end if;
  if starts_with(setting, 'own-limits/') and approved_by is null then
    approved_by := approval_of_stricter_limits(setting, new_value);
  end if;
  insert into setting_versions (id, name, value, effective_from, reason, changed_by, approval_id)
  values (version, setting, new_value, counts_from, why, administrator, approved_by);
end $$;

-- Returns the approval of the own limits that stricter ones replace, so that these may exceed the general limits as the
-- former ones do; null if the former ones have no approval or end on another day. Refuses limits that are not
-- stricter: a higher or removed one, or an earlier end.
create or replace function approval_of_stricter_limits(setting text, new_value jsonb) returns uuid
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  former record;
begin
  select v.value, v.approval_id into former
  from own_limits(split_part(setting, '/', 2), split_part(setting, '/', 3)::uuid) o
  join setting_versions v on v.id = o.version_id;
  if not found then return null; end if;
  if new_value is null or coalesce(new_value->>'until', 'never') < coalesce(former.value->>'until', 'never') or exists (
    select from jsonb_each_text(former.value->'limits') l
    where coalesce((new_value->'limits'->>l.key)::bigint > l.value::bigint, true)
  ) then
    raise exception using errcode = 'ZA403', message = 'two administrators have not approved this';
  end if;
  return case when new_value->'until' is not distinct from former.value->'until' then former.approval_id end;
end $$;

-- Withdraws a version that is not effective yet; returns false for any other version. Called by
-- features/services/settings.
create or replace function withdraw_setting_version(version uuid, administrator uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_administrator(administrator);
  update setting_versions set withdrawn_at = moment()
  where id = version and withdrawn_at is null and effective_from > moment();
  return found;
end $$;
