grant select, insert, update (payer_msisdn, status, failure_reason, mpesa_receipt, pending_since, completed_at,
    paid_from, copy_email)
  on purchases to zawadi_app;
grant select, insert, update (state, sends, sending_at, sent_at, provider_ids, conversation_id, failed_ids, receipt,
    result_code, failure_reason, ended_at, confirmed_at, polls, polled_at, next_poll_at, not_found_answers,
    not_found_since, sent_from)
  on provider_orders to zawadi_app;
grant select, insert, update (copies, processed_at, outcome) on provider_messages to zawadi_app;
grant select, insert, update (sealed, expires_at, lease, lease_until) on provider_tokens to zawadi_app;
grant select, insert, update (last_used_at) on callback_tokens to zawadi_app;
grant select, insert, update (reason, until) on circuit_breakers to zawadi_app;
grant select, insert, update (home_id, order_id, expires_at), delete on open_prompts to zawadi_app;
grant select, insert, update (told_at) on pay_bill_addresses to zawadi_app;
grant select, insert, update (is_disputed, state, next_query_at) on pay_bill_payments to zawadi_app;
grant select, insert, update (status, transaction_code, paid_to_name, result_code, failure_reason, pending_since,
    completed_at, settled_at)
  on withdrawals to zawadi_app;
grant select, insert, update (status, returned_to, mpesa_receipt, result_code, settled_at) on refunds to zawadi_app;
grant select, insert, update, delete on refund_states to zawadi_app;

grant execute on function
  forget_provider_messages
to zawadi_app;
