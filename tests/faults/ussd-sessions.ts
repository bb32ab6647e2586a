import { newPerson, type Person } from '@zawadi/story/people';
import { expect } from 'vitest';
import { readBalance } from '../../apps/api/src/ledger/index.ts';
import { account } from '../../apps/api/src/features/services/postings/index.ts';
import { bookOpeningFloat, watchPaidOut } from '../../apps/api/src/testing/books-agree.ts';
import { switchFeatures } from '../../apps/api/src/testing/feature-switches.ts';
import { makeGifts, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { createSettlingSystem } from '../../apps/api/src/testing/settlement-calls.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import { chooseEnglishByUssd, dialUssd, type UssdReply } from '../../apps/api/src/testing/ussd-calls.ts';
import { countOpenOrders } from './open-orders.ts';
import { createRandom, type Random } from './random.ts';

const GIFTS_OF_ONE_PERSON = 2;
/** A number may begin 20 sessions within ten minutes. A few more than that are refused. */
const SESSIONS_OF_ONE_PERSON = 24;
const AT_ONCE = 6;
const PIN = '830592';

/** Faults of the gateway and the phone with one request. */
const FAULTS = ['none', 'none', 'none', 'doubled', 'repeated', 'crossed', 'cut', 'at once'] as const;
const ENDS = ['sent', 'sent', 'missing', 'doubled', 'early'] as const;

/** A person with a keypad phone, and what the screens told. */
type Caller = Person & { gifts: Gift[]; balanceBefore: number; told: number; busy: number };

export type PlayedSessions = {
  sessions: number;
  requests: number;
  claimed: number;
  withdrawals: number;
  /** Answers that asked to try again in a minute. */
  busy: number;
};

/**
 * Plays random USSD sessions of people who claim gifts and withdraw money, through a gateway that doubles, repeats,
 * crosses and cuts requests and loses end events, before two API processes. Checks that each gift was claimed at most
 * once, that M-PESA paid each withdrawal once, and that the books agree.
 */
export async function playUssdSessions(sessions: number): Promise<PlayedSessions> {
  const system = await createSettlingSystem();
  try {
    return await play(system, sessions);
  } finally {
    await system.close();
  }
}

async function play(system: TestSystem, sessions: number): Promise<PlayedSessions> {
  await switchFeatures(system, true, 'ussd', 'aliases');
  await bookOpeningFloat(system);
  const comparePaidOut = await watchPaidOut(system);
  const { url } = await system.addApi();
  const callers: Caller[] = [];
  while (callers.length < Math.ceil(sessions / SESSIONS_OF_ONE_PERSON)) callers.push(await meet(system));
  let requests = 0;
  const playOne = async (n: number) => {
    const caller = callers[n % callers.length];
    if (!caller) throw new Error('there is no caller');
    requests += await playSession({ system, url, caller, random: createRandom('ussd', n) });
  };
  for (let next = 0; next < sessions; next += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sessions - next) }, (_, n) => playOne(next + n));
    await Promise.all(some);
  }

  await until(async () => expect(await countOpenOrders(system)).toBe(0));
  const done = { claimed: 0, withdrawals: 0, busy: 0 };
  for (const caller of callers) {
    const { claimed, withdrawals } = await expectOwnMoney(system, caller);
    // A screen may be lost in the gateway, but a told withdrawal exists, and a request without an answer may have made one.
    expect(withdrawals).toBeGreaterThanOrEqual(caller.told);
    expect(withdrawals).toBeLessThanOrEqual(caller.told + caller.busy);
    done.claimed += claimed;
    done.withdrawals += withdrawals;
    done.busy += caller.busy;
  }
  await comparePaidOut();
  return { sessions, requests, ...done };
}

/** Creates a person with gifts whose phone has chosen English. */
async function meet(system: TestSystem): Promise<Caller> {
  const person = newPerson('Amina', 'Otieno');
  const gifts = await makeGifts(system, GIFTS_OF_ONE_PERSON, { amount: 2_000, recipient: person });
  await chooseEnglishByUssd(system, person.phoneNumber);
  const balanceBefore = (await system.sandbox.phone(person.phoneNumber)).balance;
  return { ...person, gifts, balanceBefore, told: 0, busy: 0 };
}

type Played = { system: TestSystem; url: string; caller: Caller; random: Random };

/** Plays one session and returns the number of its requests. */
async function playSession({ system, url, caller, random }: Played): Promise<number> {
  const { phoneNumber } = caller;
  const one = dialUssd(system, { phoneNumber });
  const two = dialUssd(system, { phoneNumber, url, sessionId: one.sessionId });
  const plan = planOf(caller, random);
  let requests = 0;
  const send = async (inputs: string[]): Promise<UssdReply> => {
    requests += 1;
    const reply = await random.oneOf([one, two]).send(inputs.join('*'));
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^(?:CON|END) [\n\u0020-\u007e]{1,150}$/u);
    return reply;
  };
  const ending = random.oneOf(ENDS);
  if (ending === 'early') await one.end();
  let sent = 0;
  let last: UssdReply = await send([]);
  while (sent < plan.length && last.text.startsWith('CON ')) {
    const before = plan.slice(0, sent);
    // The PIN is an input of its own.
    const isPinNext = plan[sent + 1] === PIN || plan[sent] === PIN;
    const fault = random.oneOf(FAULTS);
    if (fault === 'cut') break;
    sent = Math.min(plan.length, sent + (fault === 'at once' && !isPinNext ? 2 : 1));
    const inputs = plan.slice(0, sent);
    const answers = await Promise.all(fault === 'doubled' ? [send(inputs), send(inputs)] : [send(inputs)]);
    if (fault === 'repeated') answers.push(await send(inputs));
    caller.busy += answers.filter(isBusy).length;
    const told = answers.filter((answer) => !isBusy(answer));
    // The same inputs have the same answer.
    expect(new Set(told.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
    if (fault === 'crossed') expect((await send(before)).text).toMatch(/^END Please dial again/u);
    last = told[0] ?? { status: 200, text: 'END' };
  }
  if (/^END KES [\d,]+ goes to /u.test(last.text)) caller.told += 1;
  if (ending === 'sent' || ending === 'doubled') await one.end();
  if (ending === 'doubled') await two.end();
  return requests;
}

/** Chooses what the caller wants, as inputs of a whole session. */
function planOf({ gifts }: Caller, random: Random): string[] {
  const alias = random.oneOf(gifts).alias;
  return random.oneOf([
    ['1', '1', '1', 'Amina', 'Otieno', '1'],
    ['1', '1', '1', 'Amina', 'Otieno', '1'],
    ['4', alias, '1', 'Amina', 'Otieno', '1'],
    ['2', '2', String(10 + random.below(400)), PIN],
    ['2', '2', String(10 + random.below(400)), PIN],
    ['2', '1', PIN],
    ['2', '3', PIN],
    ['1', '1', '2', PIN],
    Array.from({ length: 5 }, () => random.oneOf(['0', '00', '1', '2', '4', '5', '98', 'x', '1'.repeat(30)])),
  ]);
}

function isBusy({ text }: UssdReply): boolean {
  return text.startsWith('END Please try again in a minute');
}

/** Expects that a caller's wallet has what was claimed less what was withdrawn, and the phone what was paid out. */
async function expectOwnMoney(
  { owner, deps, sandbox }: TestSystem,
  { phoneNumber, gifts, balanceBefore }: Caller,
): Promise<{ claimed: number; withdrawals: number }> {
  const { rows } = await owner.query<{
    id: string | null;
    accounts: number;
    claimed: number;
    withdrawals: number;
    gross: number;
    net: number;
  }>(
    `select min(u.id::text)::uuid as id, count(*)::int as accounts,
       (select count(*)::int from voucher_activities a where a.kind = 'CLAIMED' and a.voucher_id = any($2::uuid[])) as claimed,
       coalesce(sum(w.count), 0)::int as withdrawals, coalesce(sum(w.gross), 0)::int as gross,
       coalesce(sum(w.net), 0)::int as net
     from users u, lateral (
       select count(*) as count, sum(amount_cents) / 100 as gross, sum(amount_cents - fee_cents) / 100 as net
       from withdrawals where user_id = u.id and status = 'COMPLETED'
     ) w
     where u.phone_msisdn = $1`,
    [phoneNumber, gifts.map(({ voucherId }) => voucherId)],
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  const { id, accounts, claimed, withdrawals, gross, net } = row;
  expect(accounts).toBeLessThanOrEqual(1);
  const value = gifts[0]?.valueShillings ?? 0;
  const cents = id === null ? 0n : await readBalance(deps.db, { homeId: id, account: account.wallet(id) });
  expect(Number(cents) / 100).toBe(claimed * value - gross);
  expect((await sandbox.phone(phoneNumber)).balance).toBe(balanceBefore + net);
  return { claimed, withdrawals };
}
