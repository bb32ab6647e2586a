grant select, insert, update (state, sends, sending_at, sent_at, provider_ids, conversation_id, failed_ids, receipt,
    result_code, failure_reason, ended_at, confirmed_at, polls, polled_at, next_poll_at, not_found_answers,
    not_found_since, sent_from, poll_asked_by)
  on orders to zawadi_app;
grant select, insert, update (copies, processed_at, outcome) on provider_messages to zawadi_app;
grant select, insert, update (state, detail, ended_at), delete on payment_queries to zawadi_app;
grant select, insert, update (sealed, expires_at, lease, lease_until) on provider_tokens to zawadi_app;
grant select, insert, update (last_used_at) on callback_tokens to zawadi_app;
grant select, insert, update (reason, until), delete on circuit_breakers to zawadi_app;
grant select, insert, update (registration_answered_at) on pay_bill_addresses to zawadi_app;

grant execute on function
  delete_provider_message_bodies
to zawadi_app;
