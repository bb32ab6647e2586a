grant select, insert, update (payer_msisdn, paid_by, status, failure_reason, mpesa_receipt, pending_since,
    completed_at, paid_from, prompt_again_at)
  on purchases to zawadi_app;
grant select, insert, update (copy_email) on purchase_gifts to zawadi_app;
grant select, insert, update (webp, state, put_at), delete on gift_photos to zawadi_app;
grant select, insert, update (home_id, order_id, expires_at), delete on open_prompts to zawadi_app;
grant select, insert, update (is_disputed, state, next_query_at) on pay_bill_payments to zawadi_app;
grant select, insert, update (status, transaction_code, paid_to_name, failure_reason, pending_since,
    completed_at, settled_at)
  on withdrawals to zawadi_app;
grant select, insert, update (status, returned_to, mpesa_receipt, settled_at) on refunds to zawadi_app;
grant select, insert, update, delete on refund_states to zawadi_app;
