-- What the application may do. Every migration run takes all rights away and gives those of the rights.sql files, in one
-- transaction, so a line that is deleted here is a right that is gone. Functions are open to nobody else either.
revoke all on all tables in schema public, ledger from zawadi_app;
revoke all on all functions in schema public, ledger from public, zawadi_app;

-- A process looks at its start whether its schema is there.
grant select on kysely_migration, schema_files to zawadi_app;
grant select, insert on transaction_outcomes to zawadi_app;
grant select on state_transitions to zawadi_app;
grant select, insert, update on job_runs to zawadi_app;
grant select, insert, update, delete on outbox to zawadi_app;
grant select, insert on unique_names to zawadi_app;
grant select, insert on idempotency_keys to zawadi_app;
grant select, insert, update, delete on call_counts to zawadi_app;
grant select, insert, update, delete on export_places to zawadi_app;
grant select, insert on app_secrets to zawadi_app;
grant select, insert, update (sealing_since, replaced_at, dropped_at, sealed_last_at, sealed_last_by)
  on app_keys to zawadi_app;
grant select on restores to zawadi_app;

grant execute on function
  cell_of,
  clock_moment,
  clock_offset,
  enqueue_outbox,
  forget_transaction_outcomes,
  hold_commits,
  moment,
  note_outcome,
  settle_search,
  statement_moment
to zawadi_app;
