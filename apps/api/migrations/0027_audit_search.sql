-- The audit log is searched by parts of what was done, of a name, a reason or an id. Without an index a search that finds
-- little reads the whole log.
CREATE INDEX audit_log_by_words ON audit_log
  USING gin (lower(action || ' ' || actor_name || ' ' || subject_id || ' ' || reason) extensions.gin_trgm_ops);
