import { approveRequest, refundVoucher } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { newConsumer } from './consumers.ts';
import { readGiftOf, type Gift } from './gifts.ts';
import { register, untilStatus, type Registered } from './purchase-calls.ts';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';

export type PaidGift = Gift & { buyer: SignedIn; recipient: SignedIn; purchase: Registered };

/** Pays for a registered gift, by hand at the pay bill. */
export async function payForGift(
  system: TestSystem,
  amount: number,
  { deliverAt }: { deliverAt?: string } = {},
): Promise<PaidGift> {
  const [buyer, recipient] = await Promise.all([newConsumer(system), newConsumer(system)]);
  const purchase = await register(system, buyer, { amount, recipient, deliverAt });
  await system.sandbox.setBalance(buyer.phoneNumber, amount);
  const { billReferenceNumber: reference } = purchase;
  await system.provider.payBill({ msisdn: buyer.phoneNumber, amount, reference });
  // Renews the product's M-PESA token now. Otherwise a fault planned for the next order could hit the renewal.
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
  await untilStatus(system, buyer, purchase, 'COMPLETED');
  return { ...(await readGiftOf(system.deps, purchase.requestId)), buyer, recipient, purchase };
}

export function refund(
  { call }: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  { voucherId }: Pick<Gift, 'voucherId'>,
) {
  const body = { voucherId, reason: 'The buyer called' };
  return call(refundVoucher, { body }, { bearer: administrator.bearer });
}

export function approve(
  { call }: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  approvalId: string,
) {
  return call(
    approveRequest,
    { body: { approvalId, reason: 'Seen and right' } },
    { bearer: administrator.bearer },
  );
}

export type RefundState = { id: string; status: string; returnedTo: string | null; amount: number };

export async function refundOf(
  { owner }: Pick<TestSystem, 'owner'>,
  { voucherId }: Pick<Gift, 'voucherId'>,
): Promise<RefundState | undefined> {
  const { rows } = await owner.query<RefundState>(
    `select id, status, returned_to as "returnedTo", (amount_cents / 100)::int as amount
     from refunds where home_id = $1 order by created_at desc`,
    [voucherId],
  );
  return rows[0];
}

/** Waits until a refund has ended, whatever its outcome. */
export function untilRefunded(
  system: Pick<TestSystem, 'owner'>,
  gift: Pick<Gift, 'voucherId'>,
): Promise<RefundState> {
  return eventually('a refund that has ended', async () => {
    const found = await refundOf(system, gift);
    return found && found.status !== 'PENDING' ? found : undefined;
  });
}
