-- Returns the own limits in force of a person or shop, in KES: one row, or none without such limits. Only limits that
-- two administrators have approved may exceed the general ones. Called by features/people/own-limits and
-- lock_redemption_room().
create or replace function own_limits(subject_kind text, subject uuid)
returns table (version_id uuid, limits jsonb, until text, is_approved boolean)
language plpgsql stable set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select v.id, v.value->'limits', v.value->>'until', v.approval_id is not null
    from (
      select s.id, s.value, s.approval_id from setting_versions s
      where s.name = 'own-limits/' || subject_kind || '/' || subject
        and s.effective_from <= moment() and s.withdrawn_at is null
      order by s.effective_from desc, s.changed_at desc, s.id desc limit 1
    ) v
    where v.value is not null and not is_past_day(v.value->>'until');
end $$;

-- Returns whether a day in Nairobi (yyyy-MM-dd) is over; false without a day.
create or replace function is_past_day(day text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(day < to_char(moment() at time zone 'Africa/Nairobi', 'YYYY-MM-DD'), false)
$$;
