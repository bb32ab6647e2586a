import { newPerson } from '@zawadi/story/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { approvableActions } from './approvable-actions.ts';
import {
  closeLapsedRequests,
  notifyRequesters,
  notifyApprovers,
} from './features/services/approvals/index.ts';
import { expireHolds } from './features/money/holds/index.ts';
import { deliverGifts, expireVouchers, remindOfExpiry } from './features/money/vouchers/index.ts';
import {
  checkPayBillPayments,
  pullPayments,
  sendPayBillAddresses,
} from './features/money/callbacks/index.ts';
import { DAY_MS } from './platform/durations.ts';
import { failRows } from './testing/failing-rows.ts';
import { makeGifts } from './testing/gifts.ts';
import { hold, expireHold } from './testing/holds.ts';
import { receiptInSms, reportPayBill } from './testing/pay-bill-reports.ts';
import { refund } from './testing/refund-calls.ts';
import { newAdministrator } from './testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from './testing/test-system.ts';
import { until } from './testing/until.ts';
import { newTill } from './testing/tills.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem({ APPROVAL_FROM: '100' });
  await sendPayBillAddresses(system.deps);
  await newAdministrator(system, 'administrator');
});
afterEach(async () => void (await system.sandbox.behave({ callback: { drop: false } })));
afterAll(() => system.close());

type Pair = [first: string, second: string];
type Case = {
  /** Creates two due rows, the first due before the second. */
  prepare: () => Promise<Pair>;
  /** Makes both rows due again after a run of the job. */
  again?: (ids: Pair) => Promise<void>;
  job: () => Promise<unknown>;
  /** Table of the write that fails for the first row. `when` is its condition. */
  table: string;
  when: (id: string) => string;
  /** SQL query that returns a row once the job has done the row `$1`. */
  done: string;
};

const everything = () => ({ ...system.deps, actions: approvableActions(system.deps) });

async function run(statement: string, ...values: unknown[]): Promise<number> {
  return (await system.owner.query(statement, values)).rowCount ?? 0;
}

/**
 * Creates two overdue gifts.
 * @param change SQL for a voucher, given the number of hours by which it is overdue
 */
async function twoGifts(change: (hours: number) => string, deliverAt?: string): Promise<Pair> {
  const gifts = await makeGifts(system, 2, { amount: 1_000, ...(deliverAt && { deliverAt }) });
  const [first = '', second = ''] = gifts.map(({ voucherId }) => voucherId);
  await run(`update vouchers set ${change(2)} where id = $1`, first);
  await run(`update vouchers set ${change(1)} where id = $1`, second);
  return [first, second];
}

async function twoHolds(): Promise<Pair> {
  const till = await newTill(system);
  const gifts = await makeGifts(system, 2, { amount: 1_000 });
  const ids: string[] = [];
  for (const { code } of gifts) {
    const { answer } = await hold(system, till, code, { amount: 100 });
    await expireHold(system, answer.id);
    ids.push(answer.id);
  }
  return [ids[0] ?? '', ids[1] ?? ''];
}

/**
 * Creates two overdue approval requests.
 * @param change SQL for an approval, given the number of hours by which it is overdue
 */
async function twoRequests(change: (hours: number) => string): Promise<Pair> {
  const maker = await newAdministrator(system, 'finance');
  const ids: string[] = [];
  for (const gift of await makeGifts(system, 2, { amount: 1_000 })) {
    const { answer } = await refund(system, maker, gift);
    if (answer.outcome !== 'waiting') throw new Error('the refund did not wait');
    ids.push(answer.approvalId);
    await run(`update approvals set ${change(3 - ids.length)} where id = $1`, answer.approvalId);
  }
  return [ids[0] ?? '', ids[1] ?? ''];
}

let reports = 0;

/** SQL query for the reports whose query M-PESA has answered. */
const ANSWERED = `select distinct target_id from provider_messages
  where purpose = 'c2b_status' and target_id = any($1) and processed_at is not null`;

async function twoReports(): Promise<Pair> {
  const ids: string[] = [];
  for (const _one of [1, 2]) {
    reports += 1;
    const receipt = `SPOILED${String(reports).padStart(3, '0')}`;
    await reportPayBill(system, { receipt, amount: 80, reference: 'NOTHING' });
    const { rows } = await system.owner.query<{ id: string }>(
      'select message_id as id from pay_bill_payments where receipt = $1',
      [receipt],
    );
    ids.push(rows[0]?.id ?? '');
  }
  return [ids[0] ?? '', ids[1] ?? ''];
}

async function twoUnheard(): Promise<Pair> {
  const receipts: string[] = [];
  for (const amount of [80, 90]) {
    const { phoneNumber: msisdn } = newPerson('Musa', 'Barasa');
    await system.sandbox.setBalance(msisdn, amount);
    await system.provider.losing(() => system.provider.payBill({ msisdn, amount, reference: 'NOTHING' }));
    receipts.push(await receiptInSms(system, msisdn, 'sent to'));
  }
  return [receipts[0] ?? '', receipts[1] ?? ''];
}

const cases: Record<string, Case> = {
  'a gift that cannot be delivered': {
    prepare: () =>
      twoGifts(
        (hours) => `deliver_at = now() - interval '${hours} hours'`,
        new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + DAY_MS).toISOString(),
      ),
    job: () => deliverGifts(system.deps),
    table: 'voucher_activities',
    when: (id) => `NEW.voucher_id = '${id}' and NEW.kind = 'DELIVERED'`,
    done: 'select from vouchers where id = $1 and announced_at is not null',
  },
  'a reminder that cannot be sent': {
    prepare: () => twoGifts((hours) => `expires_at = now() + interval '6 days' - interval '${hours} hours'`),
    job: () => remindOfExpiry(system.deps),
    table: 'outbox',
    when: (id) => `NEW.dedupe_key like 'voucher-expiring:${id}/%'`,
    done: 'select from voucher_reminders where voucher_id = $1',
  },
  'a voucher that cannot be closed': {
    prepare: () => twoGifts((hours) => `expires_at = now() - interval '${hours} hours'`),
    job: () => expireVouchers(system.deps),
    table: 'voucher_activities',
    when: (id) => `NEW.voucher_id = '${id}' and NEW.kind = 'EXPIRED'`,
    done: `select from vouchers where id = $1 and closed_as = 'EXPIRED'`,
  },
  'a hold that cannot be released': {
    prepare: twoHolds,
    job: () => expireHolds(system.deps),
    table: 'holds',
    when: (id) => `NEW.id = '${id}'`,
    done: `select from holds where id = $1 and status = 'EXPIRED'`,
  },
  'a request whose approvers cannot be notified': {
    prepare: () =>
      twoRequests((hours) => `expires_at = now() + interval '3 days' - interval '${hours} hours'`),
    job: () => notifyApprovers(everything()),
    table: 'outbox',
    when: (id) => `NEW.dedupe_key like 'approvals-waiting:${id}:%'`,
    done: 'select from approvals where id = $1 and approvers_notified_at is not null',
  },
  'a lapsed request that cannot be closed': {
    prepare: () => twoRequests((hours) => `expires_at = now() - interval '${hours} hours'`),
    job: () => closeLapsedRequests(everything()),
    table: 'vouchers',
    when: (id) => `NEW.id = (select subject_id::uuid from approvals where id = '${id}')`,
    done: `select from approvals where id = $1 and closed_as = 'EXPIRED'`,
  },
  'a requester who cannot be notified': {
    prepare: () =>
      twoRequests((hours) => `closed_as = 'EXPIRED', closed_at = now() - interval '${hours} hours'`),
    job: () => notifyRequesters(system.deps),
    table: 'outbox',
    when: (id) => `NEW.dedupe_key = 'approval-ended:${id}'`,
    done: 'select from approvals where id = $1 and requester_notified_at is not null',
  },
  'a payment that cannot be queried at M-PESA': {
    prepare: async () => {
      // Drops M-PESA's answers, because an answer would end the repeated queries.
      await system.sandbox.behave({ callback: { drop: true } });
      return twoReports();
    },
    again: async ([first, second]) => {
      await run('delete from callback_tokens where home_id in ($1, $2)', first, second);
      await run(
        `update pay_bill_payments set next_query_at = now() - interval '2 minutes' where message_id = $1`,
        first,
      );
      await run(
        `update pay_bill_payments set next_query_at = now() - interval '1 minute' where message_id = $1`,
        second,
      );
    },
    job: () => checkPayBillPayments(system.deps),
    table: 'callback_tokens',
    when: (id) => `NEW.home_id = '${id}'`,
    // Each query stores a token for its answer, whether the answer has arrived or not.
    done: 'select from callback_tokens where home_id = $1',
  },
  'an overdue payment that cannot be recorded': {
    prepare: async () => {
      const ids = await twoReports();
      // The job skips a report while M-PESA's answer is applied to it.
      await until(async () => expect(await run(ANSWERED, ids)).toBe(ids.length));
      await run(
        `update pay_bill_payments set reported_at = now() - interval '1 hour' where message_id = any($1)`,
        ids,
      );
      return ids;
    },
    job: () => checkPayBillPayments(system.deps),
    table: 'reviews',
    when: (id) => `NEW.subject_id = '${id}'`,
    done: `select from pay_bill_payments where message_id = $1 and state = 'OVERDUE'`,
  },
  'a payment in M-PESA’s list that cannot be applied': {
    prepare: twoUnheard,
    job: () => pullPayments(system.deps),
    table: 'unique_names',
    when: (receipt) => `NEW.key = '${receipt}'`,
    done: 'select from unique_names where key = $1',
  },
};

test.each(Object.entries(cases))('%s delays no other row, and is due again', async (_what, one) => {
  const ids = await one.prepare();
  const isDone = async () => [await run(one.done, ids[0]), await run(one.done, ids[1])];
  await one.again?.(ids);
  const mend = await failRows(system.owner, one.table, one.when(ids[0]));
  // The job counts as failed, so that operators see it.
  await expect(one.job()).rejects.toThrow(/1 failed|spoiled/u);
  expect(await isDone()).toEqual([0, 1]);
  await mend();
  await one.again?.(ids);
  await one.job();
  expect(await isDone()).toEqual([1, 1]);
});
