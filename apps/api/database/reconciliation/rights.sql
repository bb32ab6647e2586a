grant select, insert, update (items) on reconciliation_runs to zawadi_app;
grant select, insert, update (state, ours_cents, queried_at, closed_as, closed_by, closed_at, correction, reason)
  on reconciliation_items to zawadi_app;
grant select, insert, update (item_id, is_there) on reconciliation_transfers to zawadi_app;
grant select, insert, update (status, answered_at, collection_theirs_cents, collection_ours_cents,
    payout_theirs_cents, payout_ours_cents, uncharged_payouts, uncharged_most_cents, next_at, is_reported)
  on float_checks to zawadi_app;
grant select, insert, update (posted_at, settled_as, settled_reference, settled_at) on posting_requests to zawadi_app;
