import { randomUUID } from 'node:crypto';
import { createVoucher, merchantLogin, type CallInput } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import type { Reply } from './call-api.ts';
import { makeGift } from './gifts.ts';
import type { TestSystem } from './test-system.ts';
import { newTill, redeem, type Till } from './tills.ts';

type Body = CallInput<typeof createVoucher>['body'];

/** Creates a till whose merchant is owed 950 shillings by default; otherwise, the amount less the fee. */
export async function newFundedTill(
  system: Pick<TestSystem, 'deps' | 'api' | 'owner' | 'call'>,
  amount = 1_000,
): Promise<Till> {
  const till = await newTill(system);
  await redeem(system, till, (await makeGift(system, { amount })).code);
  return till;
}

/**
 * Issues a merchant's own voucher to a new recipient through the API. By default uses a new idempotency key; null
 * sends none.
 */
export function issue(
  { call }: Pick<TestSystem, 'call'>,
  till: Till,
  body: Partial<Body> = {},
  key: string | null = randomUUID(),
): Promise<Reply<typeof createVoucher>> {
  const { email, phoneNumber: phone } = newPerson('Kip', 'Rotich');
  const recipient = { name: 'Kip Rotich', phone, email };
  return call(
    createVoucher,
    { headers: { 'idempotency-key': key ?? undefined }, body: { amount: 300, recipient, ...body } },
    { basic: till.basic },
  );
}

/** Signs in the owner of a till's merchant in the portal. */
export async function ownerOf(
  { owner, api }: Pick<TestSystem, 'owner' | 'api'>,
  { merchantId }: Till,
): Promise<{ bearer: string }> {
  const { rows } = await owner.query<{ code: string }>(
    'select merchant_code as code from merchants where id = $1',
    [merchantId],
  );
  const body = { merchantCode: rows[0]?.code ?? '', password: DEMO_PASSWORD };
  return { bearer: (await api.call(merchantLogin, { body })).accessToken };
}
