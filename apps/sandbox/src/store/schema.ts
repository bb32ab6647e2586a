/**
 * Amounts are whole shillings, as M-PESA moves no cents. Times are milliseconds since 1970. A `party` is a phone's
 * msisdn or a business's short code. Opening balances come from `outside`, so that all accounts add up to zero.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS accounts (
  party TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('phone', 'collection', 'utility', 'working', 'charges', 'outside')),
  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0 OR kind = 'outside'),
  PRIMARY KEY (party, kind)
) STRICT;

CREATE TABLE IF NOT EXISTS phones (
  msisdn TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS transactions (
  receipt TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('stk', 'c2b', 'b2c', 'b2b', 'reversal')),
  payer TEXT NOT NULL,
  payee TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  charge INTEGER NOT NULL DEFAULT 0,
  reference TEXT NOT NULL,
  originator_conversation_id TEXT,
  reversed_by TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS transactions_by_time ON transactions (at);

CREATE TABLE IF NOT EXISTS prompts (
  checkout_request_id TEXT PRIMARY KEY,
  merchant_request_id TEXT NOT NULL,
  msisdn TEXT NOT NULL,
  amount INTEGER NOT NULL,
  account_reference TEXT NOT NULL,
  short_code TEXT NOT NULL,
  callback_url TEXT NOT NULL,
  result_code TEXT,
  result_desc TEXT,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS open_prompts ON prompts (msisdn) WHERE result_code IS NULL;

CREATE TABLE IF NOT EXISTS commands (
  originator_conversation_id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  request TEXT NOT NULL,
  mode TEXT NOT NULL,
  forced_result TEXT,
  result_code TEXT,
  receipt TEXT,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS c2b_urls (
  short_code TEXT PRIMARY KEY,
  response_type TEXT NOT NULL,
  confirmation_url TEXT NOT NULL,
  validation_url TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS pull_registrations (short_code TEXT PRIMARY KEY) STRICT;

CREATE TABLE IF NOT EXISTS callbacks (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  copies INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- The form of callbacks that are not JSON.
CREATE TABLE IF NOT EXISTS callback_forms (
  callback_id INTEGER PRIMARY KEY,
  content_type TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS report_addresses (
  reporter TEXT PRIMARY KEY CHECK (reporter IN ('sms', 'mail')),
  url TEXT NOT NULL
) STRICT;

-- USSD codes with the addresses that an operator enters at the gateway.
CREATE TABLE IF NOT EXISTS ussd_services (
  service_code TEXT PRIMARY KEY,
  callback_url TEXT NOT NULL,
  event_url TEXT
) STRICT;

-- text: all inputs of the session, joined by *. moves: requests, answers and page turns so far.
CREATE TABLE IF NOT EXISTS ussd_sessions (
  session_id TEXT PRIMARY KEY,
  msisdn TEXT NOT NULL,
  service_code TEXT NOT NULL,
  network_code TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  hops INTEGER NOT NULL DEFAULT 0,
  hop_names TEXT NOT NULL DEFAULT '',
  last_response TEXT NOT NULL DEFAULT '',
  screen TEXT NOT NULL DEFAULT '',
  page INTEGER NOT NULL DEFAULT 0,
  moves INTEGER NOT NULL DEFAULT 0,
  moved_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status TEXT CHECK (status IN ('Success', 'Incomplete', 'Failed')),
  problem TEXT NOT NULL DEFAULT '',
  ended_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS ussd_sessions_by_phone ON ussd_sessions (msisdn, at);
CREATE INDEX IF NOT EXISTS open_ussd_sessions ON ussd_sessions (msisdn) WHERE status IS NULL;

CREATE TABLE IF NOT EXISTS ussd_steps (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('dialled', 'reply', 'CON', 'END', 'cut')),
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS ussd_steps_by_session ON ussd_steps (session_id, id);

CREATE TABLE IF NOT EXISTS tasks (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY,
  msisdn TEXT NOT NULL,
  sender TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS messages_by_phone ON messages (msisdn, id);

CREATE TABLE IF NOT EXISTS mail (
  id INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS events (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  callback_id INTEGER,
  at INTEGER NOT NULL
) STRICT;
`;
