import { newPerson, type Person } from '@zawadi/story/people';
import { expect } from 'vitest';
import { readBalance } from '../../apps/api/src/ledger/index.ts';
import { account } from '../../apps/api/src/features/services/postings/index.ts';
import { bookOpeningFloat, watchBooks } from '../../apps/api/src/testing/books-agree.ts';
import { switchFeatures } from '../../apps/api/src/testing/feature-switches.ts';
import { makeGifts, type Gift } from '../../apps/api/src/testing/gifts.ts';
import { createSettlingSystem, newAdministrator } from '../../apps/api/src/testing/settlement-calls.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import {
  chooseEnglishByUssd,
  dialUssd,
  isUssdBusy,
  type UssdReply,
} from '../../apps/api/src/testing/ussd-calls.ts';
import { changeUssdLimits } from '../../apps/api/src/testing/ussd-limits.ts';
import { countOpenOrders } from './open-orders.ts';
import { createRandom, type Random } from './random.ts';

const GIFTS_OF_ONE_PERSON = 2;
/** A number may begin 20 sessions within ten minutes. A few more than that are refused. */
const SESSIONS_OF_ONE_PERSON = 24;
/** More are refused within an hour. */
const CONFIRMATIONS_OF_ONE_PERSON = 12;
const AT_ONCE = 6;
const PIN = '830592';

/** Faults of the gateway with one request. */
const FAULTS = ['none', 'none', 'none', 'doubled', 'repeated', 'crossed', 'at once'] as const;
const ENDS = ['sent', 'sent', 'missing', 'doubled', 'early'] as const;

/** A person with a keypad phone, and what the screens told. */
type Caller = Person & {
  gifts: Gift[];
  /** Phone number for which the caller buys gifts. */
  friend: string;
  balanceBefore: number;
  told: Effects;
  busy: number;
};

/** Effects of a caller's sessions, as screens told or as the database has them. */
type Effects = Record<(typeof EFFECTS)[number]['name'], number>;

/** Last screens that tell an effect. */
const EFFECTS = [
  { name: 'withdrawals', screen: /^END KES [\d,]+ goes to /u },
  { name: 'prompts', screen: /^END Enter your M-PESA PIN/u },
  { name: 'walletGifts', screen: /^END Your wallet has paid KES /u },
  { name: 'thanks', screen: /^END We have sent your thanks/u },
] as const;
const NAMES = EFFECTS.map(({ name }) => name);
const NONE: Effects = { withdrawals: 0, prompts: 0, walletGifts: 0, thanks: 0 };

export type PlayedSessions = {
  sessions: number;
  requests: number;
  claimed: number;
  done: Effects;
  /** Answers that asked to try again in a minute. */
  busy: number;
};

/**
 * Plays random USSD sessions of people who claim gifts, say thanks, withdraw money and buy gifts, through a gateway that
 * doubles, repeats, crosses and cuts requests and loses end events, before two API processes. Checks that each gift was
 * claimed and thanked for at most once, that each withdrawal and purchase was paid once, and that the books agree.
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
  await switchFeatures(system, true, 'ussd', 'aliases', 'giftsFromWallet');
  const administrator = await newAdministrator(system, 'administrator');
  await changeUssdLimits(system, { confirmationsPerHour: CONFIRMATIONS_OF_ONE_PERSON }, administrator);
  await system.sandbox.behave({ autoAnswer: 'approve' });
  await bookOpeningFloat(system);
  const { url } = await system.addApi();
  const callers: Caller[] = [];
  while (callers.length < Math.ceil(sessions / SESSIONS_OF_ONE_PERSON)) callers.push(await meet(system));
  const compareBooks = await watchBooks(system);
  let requests = 0;
  const playOne = async (n: number) => {
    const caller = callers[n % callers.length];
    if (!caller) throw new Error('there is no caller');
    const made = await playSession({ system, url, caller, random: createRandom('ussd', n) });
    requests += made;
  };
  for (let next = 0; next < sessions; next += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sessions - next) }, (_, n) => playOne(next + n));
    await Promise.all(some);
  }

  await until(async () => expect(await countOpenOrders(system)).toBe(0));
  const played = { claimed: 0, done: { ...NONE }, busy: 0 };
  for (const caller of callers) {
    const { claimed, ...done } = await expectOwnMoney(system, caller);
    for (const name of NAMES) {
      // A screen may be lost in the gateway, but a told effect exists, and a request without an answer may have made one.
      expect(done[name], name).toBeGreaterThanOrEqual(caller.told[name]);
      expect(done[name], name).toBeLessThanOrEqual(caller.told[name] + caller.busy);
      played.done[name] += done[name];
    }
    played.claimed += claimed;
    played.busy += caller.busy;
  }
  await compareBooks();
  return { sessions, requests, ...played };
}

/** Creates a person with gifts whose phone has chosen English. */
async function meet(system: TestSystem): Promise<Caller> {
  const person = newPerson('Amina', 'Otieno');
  const gifts = await makeGifts(system, GIFTS_OF_ONE_PERSON, { amount: 2_000, recipient: person });
  await chooseEnglishByUssd(system, person.phoneNumber);
  const balanceBefore = (await system.sandbox.phone(person.phoneNumber)).balance;
  const friend = newPerson('Njeri', 'Kamau').phoneNumber;
  return { ...person, gifts, friend, balanceBefore, told: { ...NONE }, busy: 0 };
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
  // Some callers dial a string with inputs, but never the last one, which may be the PIN.
  let sent = random.below(3) === 0 ? random.below(plan.length) : 0;
  let last: UssdReply = await send(plan.slice(0, sent));
  // Some sessions are cut.
  const most = random.below(6) === 0 ? random.below(plan.length) : plan.length;
  while (sent < most && last.text.startsWith('CON ')) {
    const before = plan.slice(0, sent);
    // The PIN is an input of its own.
    const isPinNext = plan[sent + 1] === PIN || plan[sent] === PIN;
    const fault = random.oneOf(FAULTS);
    sent = Math.min(most, sent + (fault === 'at once' && !isPinNext ? 2 : 1));
    const inputs = plan.slice(0, sent);
    const answers = await Promise.all(fault === 'doubled' ? [send(inputs), send(inputs)] : [send(inputs)]);
    if (fault === 'repeated') answers.push(await send(inputs));
    caller.busy += answers.filter(isUssdBusy).length;
    const told = answers.filter((answer) => !isUssdBusy(answer));
    // The same inputs have the same answer.
    expect(new Set(told.map(({ text }) => text)).size).toBeLessThanOrEqual(1);
    if (fault === 'crossed') expect((await send(before)).text).toMatch(/^END Please dial again/u);
    last = told[0] ?? { status: 200, text: 'END' };
  }
  for (const { name, screen } of EFFECTS) if (screen.test(last.text)) caller.told[name] += 1;
  if (ending === 'sent' || ending === 'doubled') await one.end();
  if (ending === 'doubled') await two.end();
  return requests;
}

/** Chooses what the caller wants, as inputs of a whole session. */
function planOf({ gifts, friend }: Caller, random: Random): string[] {
  const alias = random.oneOf(gifts).alias;
  const gift = () => ['3', friend, 'Mama Njeri', String(10 + random.below(200)), '1'];
  return random.oneOf([
    ['1', '1', '1', 'Amina', 'Otieno', '1'],
    ['1', '1', '1', 'Amina', 'Otieno', '1'],
    ['4', alias, '1', 'Amina', 'Otieno', '1'],
    ['2', '2', String(10 + random.below(400)), PIN],
    ['2', '2', String(10 + random.below(400)), PIN],
    [...gift(), '1', 'Amina', 'Otieno', '1'],
    [...gift(), '1', 'Amina', 'Otieno', '1'],
    [...gift(), '2', PIN],
    [...gift(), '2', PIN],
    [...gift(), '2', PIN],
    ['1', '1', '3', '2'],
    ['1', '1', '3', '2'],
    ['2', '1', PIN],
    ['2', '3', PIN],
    ['1', '1', '2', PIN],
    Array.from({ length: 5 }, () =>
      random.oneOf(['0', '00', '1', '2', '3', '4', '5', '98', 'x', '1'.repeat(30)]),
    ),
  ]);
}

/** Expects that wallet and phone have what was claimed, withdrawn and paid, and returns how often each happened. */
async function expectOwnMoney(
  { owner, deps, sandbox }: TestSystem,
  { phoneNumber, gifts, balanceBefore }: Caller,
): Promise<Effects & { claimed: number }> {
  const { rows } = await owner.query<
    Effects & {
      id: string | null;
      accounts: number;
      claimed: number;
      /** Shillings that left the wallet, reached the phone, and were paid by the phone. */
      out: number;
      received: number;
      paid: number;
    }
  >(
    `select min(u.id::text)::uuid as id, count(*)::int as accounts,
       (select count(*)::int from voucher_activities a where a.kind = 'CLAIMED' and a.voucher_id = any($2::uuid[])) as claimed,
       (select count(*)::int from voucher_activities a where a.kind = 'THANKED' and a.voucher_id = any($2::uuid[])) as thanks,
       coalesce(sum(w.count), 0)::int as withdrawals, coalesce(sum(w.net), 0)::int as received,
       coalesce(sum(p.prompts), 0)::int as prompts, coalesce(sum(p.paid), 0)::int as paid,
       coalesce(sum(p.by_wallet), 0)::int as "walletGifts",
       (coalesce(sum(w.gross), 0) + coalesce(sum(p.out), 0))::int as out
     from users u, lateral (
       select count(*) as count, sum(amount_cents) / 100 as gross, sum(amount_cents - fee_cents) / 100 as net
       from withdrawals where user_id = u.id and status = 'COMPLETED'
     ) w, lateral (
       select count(*) filter (where paid_by = 'mpesa') as prompts,
         count(*) filter (where paid_by = 'wallet') as by_wallet,
         sum(amount_cents) filter (where paid_by = 'mpesa' and status = 'COMPLETED') / 100 as paid,
         sum(amount_cents) filter (where paid_by = 'wallet') / 100 as out
       from purchases where buyer_id = u.id and is_by_ussd
     ) p
     where u.phone_msisdn = $1`,
    [phoneNumber, gifts.map(({ voucherId }) => voucherId)],
  );
  const [row] = rows;
  if (!row) throw new Error('nothing was counted');
  const { id, accounts, claimed, out, received, paid, ...done } = row;
  expect(accounts).toBeLessThanOrEqual(1);
  const value = gifts[0]?.valueShillings ?? 0;
  const cents = id === null ? 0n : await readBalance(deps.db, { homeId: id, account: account.wallet(id) });
  expect(Number(cents) / 100).toBe(claimed * value - out);
  expect((await sandbox.phone(phoneNumber)).balance).toBe(balanceBefore + received - paid);
  expect(done.thanks).toBeLessThanOrEqual(gifts.length);
  return { claimed, ...done };
}
