-- What waits for an administrator is counted on every page of theirs: each count reads an index of just what waits.
CREATE INDEX merchants_waiting ON merchants (created_at, id) WHERE status = 'PENDING';
CREATE INDEX support_requests_waiting ON support_requests (sent_at, id) WHERE answered_at IS NULL;
