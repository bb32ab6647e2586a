import * as contract from '@zawadi/contract';
import { addressOf, type Endpoint } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Given, Office } from '../../../testing/admin-actions/admin-action.ts';
import { ALL_ACTIONS } from '../../../testing/admin-actions/all-actions.ts';
import { SECRETS } from '../../../testing/admin-actions/people-actions.ts';
import { everyRow } from '../../../testing/every-row.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';

const WITHOUT_ENTRY: readonly (readonly [Endpoint, string])[] = [
  [contract.generateAdminPasswordOtp, 'Open to every caller; what is done with the code is on record.'],
  [contract.startTwoFactor, 'The secret does nothing before a code made with it comes back.'],
  [contract.startPasskey, 'The challenge does nothing before a passkey made with it comes back.'],
  [contract.passkeySignInOptions, 'Says the same to everybody, and keeps nothing.'],
  [contract.previewTemplate, 'Shows a wording and keeps nothing.'],
  [contract.previewAction, 'Says what an action would do, and does nothing.'],
  [contract.previewFraudRules, 'Reads.'],
  [contract.saveView, 'Keeps filters, and shows nothing that its reader may not see.'],
  [contract.deleteSavedView, 'Deletes an own view, which can be restored.'],
  [contract.listMerchants, 'Reads.'],
  [contract.merchantDetails, 'Reads.'],
];

/**
 * Tables that may change although the action fails. Counters of attempts and used-up codes survive a rollback. Messages
 * are sent, and merchants' API requests logged, a moment later.
 */
const UNCOMPARED_TABLES = [
  'limited_attempts',
  'call_counts',
  'one_time_codes',
  'recovery_codes',
  'spent_passkey_challenges',
  'transaction_outcomes',
  'outbox',
  'merchant_api_requests',
  'merchant_api_uses',
  'delivery_reports',
];

// The use of a passkey is recorded even if the sign-in fails: an authenticator whose counter decreases is a copy.
const CHANGED_DESPITE_FAILURE: Record<string, string[]> = {
  [contract.signInByPasskey.path]: ['public.passkeys'],
};

let office: Office;
let tables: string[];
beforeAll(async () => {
  const system = await createTestSystem({
    SETTLEMENT_AUTOMATIC_UP_TO: '0',
    SETTLEMENT_BANK_ROUTE: 'file',
  });
  await sendPayBillAddresses(system.deps);
  const [administrator, other] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'administrator'),
  ];
  office = { system, administrator, other };
  const { rows } = await system.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'ledger') and tablename <> all($1)`,
    [UNCOMPARED_TABLES],
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => office.system.close());

function isEndpoint(one: unknown): one is Endpoint {
  return typeof one === 'object' && one !== null && 'audience' in one && 'path' in one;
}

function isOfAdministrators({ audience, path, method }: Endpoint): boolean {
  if (method === 'GET') return false;
  const isForThem = ['admin', 'merchant-or-admin', 'signed-in'].includes(audience);
  return (
    isForThem ||
    path.startsWith('/api/admin/') ||
    /^\/api\/account-security\/v1\/(?:administrators|passkeys)\//u.test(path)
  );
}

async function send(endpoint: Endpoint, { params, query, body, by = office.administrator }: Given) {
  const answer = await office.system.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, { params, query }),
    headers: {
      authorization: `Bearer ${by.bearer}`,
      ...(body !== undefined && { 'content-type': endpoint.upload?.mediaTypes[0] ?? 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body, requestId: String(answer.headers['request-id']) };
}

const GOING_ON = `
  select id from refunds where status = 'PENDING'
  union all select id from float_checks where status = 'ASKING'
  union all select id from payment_queries where state in ('ASKING', 'ACCEPTED')
  union all select id from outbox where state = 'pending'`;

/** Waits until earlier work at M-PESA and in the outbox has finished. */
async function untilQuiet(): Promise<void> {
  const { owner, idle } = office.system;
  await until(async () => {
    expect((await owner.query(GOING_ON)).rows).toEqual([]);
    await idle();
  });
}

/**
 * Columns that change on their own: every API call extends the administrator's session once a minute, even if the call
 * fails, and the SMS gateway reports deliveries at any time.
 */
const CHANGING: Record<string, string> = {
  'public.sessions': '{expires_at}',
  'public.vouchers': '{sms_sent_at,message_states}',
};
const textOf = (table: string) =>
  CHANGING[table] === undefined ? 't::text' : `(to_jsonb(t) - '${CHANGING[table]}'::text[])::text`;

/** Returns a digest of each table. */
async function everything(): Promise<Map<string, string>> {
  const digests = tables.map((table) => {
    const text = textOf(table);
    return `select '${table}' as name, md5(string_agg(${text}, '' order by ${text})) as digest from ${table} t`;
  });
  const { rows } = await office.system.owner.query<{ name: string; digest: string }>(
    digests.join(' union all '),
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

async function withoutLog<T>(work: () => Promise<T>): Promise<T> {
  const { owner } = office.system;
  const append = 'function append_audit(uuid, text, text, text, text, text, text, text, jsonb, jsonb)';
  await owner.query(`revoke execute on ${append} from zawadi_app, zawadi_owner`);
  try {
    return await work();
  } finally {
    await owner.query(`grant execute on ${append} to zawadi_app, zawadi_owner`);
  }
}

test('every API call of administrators that may change data is tested here, or listed with the reason why not', () => {
  const all = Object.values<unknown>(contract)
    .filter(isEndpoint)
    .filter(isOfAdministrators)
    .map(({ method, path }) => `${method} ${path}`);
  const named = ALL_ACTIONS.map(([{ method, path }]) => `${method} ${path}`);
  const without = WITHOUT_ENTRY.map(([{ method, path }]) => `${method} ${path}`);
  expect([...named, ...without].toSorted()).toEqual([...new Set(all)].toSorted());
});

const PATIENCE = { timeout: 900_000 };

test(
  'A40 every action of administrators writes an audit entry in its own transaction, or is not executed',
  PATIENCE,
  async () => {
    const nameOf = ([{ method, path }]: (typeof ALL_ACTIONS)[number]) => `${method} ${path}`;
    await everyRow(ALL_ACTIONS, nameOf, async ([endpoint, prepare]) => {
      const given = await prepare(office);
      await untilQuiet();
      const before = await everything();
      const failed = await withoutLog(() => send(endpoint, given()));
      expect(failed.status, failed.text).toBe(500);
      const after = await everything();
      const changed = tables.filter((table) => after.get(table) !== before.get(table));
      expect(changed).toEqual(CHANGED_DESPITE_FAILURE[endpoint.path] ?? []);

      const { status, text, requestId } = await send(endpoint, given());
      expect(status, text).toBe(200);
      const { rows } = await office.system.owner.query<{ entry: string }>(
        'select l::text as entry from audit_log l where request_id = $1',
        [requestId],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const secret of SECRETS) expect(rows.map(({ entry }) => entry).join()).not.toContain(secret);
    });
  },
);
