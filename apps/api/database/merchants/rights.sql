grant select, insert, update (business_name, primary_color, logo_url, status, api_secret_hash, api_secret_made_at,
    closed_since, updated_at, settlement_frequency, settlement_weekday, settlement_hour, api_old_secret_hash,
    api_old_secret_until)
  on merchants to zawadi_app;
grant select, insert, update (name, category, town, street, phone_msisdn, map_link, latitude, longitude,
    opening_hours, closed_at)
  on merchant_places to zawadi_app;
grant select, insert, update (password_hash, must_change_password, session_version, name, email, status,
    temporary_password_until, email_changed_at, password_doubted_at, place_id)
  on merchant_staff to zawadi_app;
grant select, insert, update (name, webp), delete on merchant_logos to zawadi_app;
grant select on merchant_payout_channels to zawadi_app;
grant select, insert on merchant_activities to zawadi_app;
grant select, insert, update (has_address_list, addresses, is_rate_limited, is_logged)
  on merchant_api_settings to zawadi_app;
grant select, insert, update (last_used_at, address) on merchant_api_uses to zawadi_app;
grant select, insert, update (secret_hash, secret_made_at, old_secret_hash, old_secret_until, revoked_at)
  on merchant_api_keys to zawadi_app;
grant select, insert, update (last_used_at, address) on merchant_api_key_uses to zawadi_app;
grant select, insert, delete on merchant_api_requests to zawadi_app;
grant select, insert, update (assigned_to, handed_over_at, answered_at, answered_by, answer)
  on support_requests to zawadi_app;

grant execute on function
  assign_member_role,
  change_merchant_contact,
  end_waiting_channel,
  payout_channel_needs_approval,
  release_payout_channel,
  restore_merchant_email,
  set_payout_channel
to zawadi_app;
