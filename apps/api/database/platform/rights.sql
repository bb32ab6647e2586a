-- All rights of the application and of backups. A migration run first revokes all rights and then grants the ones in the rights.sql
-- files, in one transaction: deleting a line here revokes the right. No third role may call a function.
revoke all on all tables in schema public, ledger from zawadi_app, zawadi_backup;
revoke all on all functions in schema public, ledger from public, zawadi_app, zawadi_backup;

-- Each process checks at start-up whether the schema is complete.
grant select on kysely_migration, schema_files to zawadi_app;
grant select, insert on transaction_outcomes to zawadi_app;
grant select on shifted_clock to zawadi_app;
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
grant select on restores, backups to zawadi_app;

grant execute on function
  clock_moment,
  clock_offset,
  enqueue_outbox,
  delete_old_transaction_outcomes,
  folded_name,
  moment,
  flush_search_index,
  statement_moment
to zawadi_app;

-- zawadi_backup reads every table as a member of pg_read_all_data (ops/sql/roles.sql). It locks this table, so that no
-- migration changes the schema during a backup.
grant maintain on kysely_migration to zawadi_backup;
-- After a backup it records that there is one.
grant insert (tool, made_at, place, bytes) on backups to zawadi_backup;
grant execute on function clock_offset to zawadi_backup;
