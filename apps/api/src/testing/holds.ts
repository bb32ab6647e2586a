import { randomUUID } from 'node:crypto';
import { captureHold, holdVoucher, releaseHold, type CallInput } from '@zawadi/contract';
import type { Reply } from './call-api.ts';
import type { TestSystem } from './test-system.ts';
import type { Till } from './tills.ts';

type Calls = Pick<TestSystem, 'call'>;

/**
 * Creates a hold on a voucher, by code or id. By default reserves the whole free balance under a new idempotency key.
 */
export function hold(
  { call }: Calls,
  { basic }: Till,
  id: string,
  { key = randomUUID(), ...body }: CallInput<typeof holdVoucher>['body'] & { key?: string } = {},
): Promise<Reply<typeof holdVoucher>> {
  return call(holdVoucher, { params: { id }, headers: { 'idempotency-key': key }, body }, { basic });
}

export function capture(
  { call }: Calls,
  { basic }: Till,
  id: string,
  { key = randomUUID(), amount }: { amount?: number | 'all'; key?: string } = {},
): Promise<Reply<typeof captureHold>> {
  const headers = { 'idempotency-key': key };
  return call(captureHold, { params: { id }, headers, body: { amount } }, { basic });
}

export function release(
  { call }: Calls,
  { basic }: Till,
  id: string,
  { key = randomUUID() }: { key?: string } = {},
): Promise<Reply<typeof releaseHold>> {
  return call(releaseHold, { params: { id }, headers: { 'idempotency-key': key }, body: {} }, { basic });
}

/** Makes a hold two hours older, so that it expired a second ago. */
export async function expireHold({ owner }: Pick<TestSystem, 'owner'>, holdId: string): Promise<void> {
  await owner.query(
    `update holds set created_at = created_at - interval '2 hours', expires_at = moment() - interval '1 second'
     where id = $1`,
    [holdId],
  );
}

/** Checks that the ledger account of each hold contains exactly its open amount. */
export async function assertHoldsAgree({ owner }: Pick<TestSystem, 'owner'>): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select h.id from holds h
     left join ledger.strict_balances b on b.home_id = h.voucher_id and b.account = 'held:' || h.id
     left join redemptions r on r.voucher_id = h.voucher_id and r.id = h.id
     where coalesce(b.balance_cents, 0) <> case h.status when 'OPEN' then h.amount_cents else 0 end
       or coalesce(r.amount_cents, 0) <> h.captured_cents`,
  );
  if (rows.length > 0) throw new Error(`holds and ledger differ: ${rows.map(({ id }) => id).join()}`);
}
