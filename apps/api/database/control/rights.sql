grant select, insert (id, kind, subject_kind, subject_id, summary, amount_cents, reason, input, requested_by,
    expires_at, way, because, from_cents, done_alone_cents),
  update (closed_as, closed_by, closed_at, closed_reason, approvers_notified_at, approvers_reminded_at, requester_notified_at)
  on approvals to zawadi_app;
grant select, insert, update (details, resolved_at, resolved_by, resolution) on reviews to zawadi_app;
grant select, insert, update (details, last_at, acknowledged_at, acknowledged_by, resolved_at, mailed_at, posted_as)
  on alerts to zawadi_app;
grant select, insert (id, kind, value, reason, ends_at, requested_by, approval_id),
  update (started_at, approved_by, removed_at, hits, last_hit_at) on block_list_entries to zawadi_app;
grant select, insert, update, delete on system_checks to zawadi_app;
grant select, insert (id, name, sentence_en, sentence_sw, reason, started_by) on stops to zawadi_app;
grant select, insert, update (is_used), delete on documents to zawadi_app;
grant select, insert on notes to zawadi_app;
grant select, insert on note_documents to zawadi_app;
grant select on setting_versions to zawadi_app;
grant select on feature_switches to zawadi_app;
grant select on feature_switch_changes to zawadi_app;

grant execute on function
  approve_first,
  set_feature_switch,
  withdraw_setting_version,
  add_setting_version,
  own_limits,
  is_past_day
to zawadi_app;
