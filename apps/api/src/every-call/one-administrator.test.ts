import { addressOf, administratorRoles, type Endpoint, type AdministratorRole } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Given, Line, Office } from '../testing/admin-actions/admin-action.ts';
import { ALL_ACTIONS } from '../testing/admin-actions/all-actions.ts';
import { SINGLE_PERSON_DECISIONS, OWN_ACCOUNT } from '../testing/admin-actions/single-person-decisions.ts';
import { newAdministrator, type Administrator } from '../testing/settlement-calls.ts';
import { createTestSystem } from '../testing/test-system.ts';
import { sendPayBillAddresses } from '../features/money/callbacks/index.ts';

const DOCUMENT = '../../../../docs/security/one-administrator.md';
const ROLES = ['administrator', 'finance', 'support', 'read-only'] as const satisfies AdministratorRole[];

/**
 * Result of an attempt: done alone, waiting for a second administrator, refused to this person, or not allowed to
 * this role.
 */
type Outcome = 'alone' | 'two people' | 'another person' | '—';

let office: Office;
/**
 * One administrator of each role, for endpoints closed to the role. These requests change nothing, so they run in
 * parallel.
 */
let refused: Record<AdministratorRole, Administrator>;
beforeAll(async () => {
  const system = await createTestSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  await sendPayBillAddresses(system.deps);
  const [administrator, other] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'administrator'),
  ];
  office = { system, administrator, other };
  const made = await Promise.all(
    ROLES.map(async (role) => [role, await newAdministrator(system, role)] as const),
  );
  refused = Object.fromEntries(made) as Record<AdministratorRole, Administrator>;
});
afterAll(() => office.system.close());

function prepare({ endpoint, prepare: own }: Line, by: Administrator): Promise<() => Given> {
  const make = own ?? ALL_ACTIONS.find(([one]) => one === endpoint)?.[1];
  if (!make) throw new Error(`nothing makes ${endpoint.path} ready`);
  return make(office, by);
}

async function send(
  { method, path, upload }: Endpoint,
  { params, query, body }: Given,
  { bearer }: Administrator,
) {
  const url = addressOf({ method, path } as Endpoint, { params, query });
  const type = upload?.mediaTypes[0] ?? 'application/json';
  const headers = { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': type }) };
  const answer = await office.system.http.inject({
    method,
    url,
    headers,
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body };
}

function mayCallAs(endpoint: Endpoint, role: AdministratorRole): boolean {
  return 'roles' in endpoint && endpoint.roles.some((one) => one === role);
}

async function outcomeOf(
  { endpoint, what }: Line,
  given: Given,
  by: Administrator,
  role: AdministratorRole,
): Promise<Outcome> {
  const { status, text } = await send(endpoint, given, by);
  if (status === 403) return '—';
  if (text.includes('"second_person_needed"')) return 'another person';
  expect(status, `${what}, ${role}: ${text}`).toBe(200);
  return text.includes('"outcome":"waiting"') ? 'two people' : 'alone';
}

/**
 * Tries one action as every role. Each role that may use the endpoint gets its own preparation; the others use the
 * administrator's.
 */
async function tryAll(line: Line): Promise<Outcome[]> {
  let readyForAdministrator: Given | undefined;
  const outcomes: Outcome[] = [];
  for (const role of ROLES) {
    const mayCall = mayCallAs(line.endpoint, role);
    const by = mayCall ? await newAdministrator(office.system, role) : refused[role];
    const given = mayCall
      ? (await prepare(line, by))()
      : (readyForAdministrator ??= (await prepare(line, office.administrator))());
    outcomes.push(await outcomeOf(line, given, by, role));
  }
  await closeRequests();
  return outcomes;
}

/** Closes open approval requests, so that the next attempt can make the same request. */
async function closeRequests(): Promise<void> {
  await office.system.owner.query(
    `update approvals set closed_as = 'EXPIRED', closed_at = now() where closed_as is null`,
  );
}

type Row = { what: string; outcomes: Outcome[] };

/**
 * Writes the document's table: one row per outcome, with its actions. Pads cells like the formatter, so that both
 * produce the same file.
 */
function table(rows: readonly Row[]): string {
  const byOutcome = Map.groupBy(rows, ({ outcomes }) => describeOutcomes(outcomes));
  const cells = [
    ['Who', 'What'],
    ...[...byOutcome].map(([who, calls]) => [who, calls.map(({ what }) => what).join('<br>')]),
  ];
  const widths = [0, 1].map((n) => Math.max(...cells.map((row) => row[n]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`);
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join(
    '\n',
  );
}

/** Summarises outcomes by role, such as "administrator, finance: alone"; omits roles that may not use the endpoint. */
function describeOutcomes(outcomes: readonly Outcome[]): string {
  const byOutcome = Map.groupBy(ROLES, (_role, n) => outcomes[n] ?? '—');
  return [...byOutcome]
    .filter(([outcome]) => outcome !== '—')
    .map(([outcome, roles]) => `${roles.join(', ')}: ${outcome}`)
    .join('; ');
}

const HEAD = `# What one administrator alone can do

Every call by which an administrator changes something, tried as each role.
\`apps/api/src/every-call/one-administrator.test.ts\` compares this page and writes it
(\`npx vitest run one-administrator -u\`). It fails when a call works alone without a reason below.

- _alone_: done at once
- _two people_: waits for an administrator who neither admitted the requester nor was admitted by them
- _another person_: the same person is refused
- a role that is not named may not make the call

Alone, one person decides less than KES 10,000 a day (a setting that two people raise) and less than three times that in 30 days. The same
sums limit one shop or person, over all approvers. Two people lower, disable or reset the last other administrator who could check them
(\`apps/api/src/features/people/administrators/second-person.test.ts\`).
`;

test('lists every endpoint with which administrators change something', () => {
  const named = new Set([
    ...SINGLE_PERSON_DECISIONS.flatMap(({ lines }) => lines.map(({ endpoint }) => endpoint)),
    ...OWN_ACCOUNT,
  ]);
  const missing = ALL_ACTIONS.filter(([endpoint]) => !named.has(endpoint)).map(([{ path }]) => path);
  expect(missing).toEqual([]);
});

test('endpoints about one’s own account do not depend on the role', () => {
  expect(
    OWN_ACCOUNT.filter((endpoint) => 'roles' in endpoint && endpoint.roles !== administratorRoles.everybody),
  ).toEqual([]);
});

// The last test writes the results of the earlier tests to the document.
describe('the document of decisions by one administrator', { shuffle: false }, () => {
  const parts = new Map<string, string>();

  test.each(SINGLE_PERSON_DECISIONS)(
    '$title: gives a reason for each action that one administrator can do alone',
    async (group) => {
      const { title, why, lines } = group;
      const rows: Row[] = [];
      for (const line of lines) rows.push({ what: line.what, outcomes: await tryAll(line) });
      const mayNot = lines.filter(({ takesTwo }) => takesTwo || why === undefined).map(({ what }) => what);
      const wasAlone = rows.filter(({ outcomes }) => outcomes.includes('alone')).map(({ what }) => what);
      expect(wasAlone.filter((what) => mayNot.includes(what))).toEqual([]);
      parts.set(
        title,
        [`## ${title}\n`, ...(why === undefined ? [] : [`${why}\n`]), `${table(rows)}\n`].join('\n'),
      );
    },
  );

  test('the document lists the actions that one administrator can do alone', async () => {
    const own = OWN_ACCOUNT.map(({ method, path }) => `- \`${method} ${path}\``).join('\n');
    const ofOneself = `## One's own account\n\nEvery role alone, with the own password, code, passkey or session:\n\n${own}\n`;
    await expect([HEAD, ...parts.values(), ofOneself].join('\n')).toMatchFileSnapshot(DOCUMENT);
  });
});
