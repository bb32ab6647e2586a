import { randomUUID } from 'node:crypto';
import { redeemVoucher } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { account } from '../features/services/postings/index.ts';
import { activateMerchant, createMerchant } from '../features/people/merchants/index.ts';
import { readBalance } from '../ledger/index.ts';
import type { Reply } from './call-api.ts';
import type { TestSystem } from './test-system.ts';

/** A merchant with the credentials of its own system. */
export type Till = { merchantId: string; basic: string };

export async function newTill({ deps }: Pick<TestSystem, 'deps'>, isActive = true): Promise<Till> {
  const contact = newPerson('Njeri', 'Kamau');
  const { merchantId, apiKey, apiSecret } = await createMerchant(deps, {
    businessName: 'Mama Njeri',
    contactName: 'Njeri Kamau',
    contactEmail: contact.email,
    contactPhoneNumber: contact.phoneNumber,
    password: DEMO_PASSWORD,
  });
  if (isActive) await activateMerchant(deps, merchantId);
  return { merchantId, basic: `${apiKey}:${apiSecret}` };
}

/**
 * Redeems a voucher through the API. By default redeems the whole balance under a new idempotency key; null sends
 * none.
 */
export function redeem(
  { call }: Pick<TestSystem, 'call'>,
  till: Till,
  id: string,
  options: { amount?: number | 'all'; key?: string | null } = {},
): Promise<Reply<typeof redeemVoucher>> {
  const { amount, key = randomUUID() } = options;
  return call(
    redeemVoucher,
    { params: { id }, headers: { 'idempotency-key': key ?? undefined }, body: { amount } },
    { basic: till.basic },
  );
}

/** Reads the amount that we owe a merchant from the ledger, in shillings. */
export async function owedTo({ deps }: Pick<TestSystem, 'deps'>, { merchantId }: Till): Promise<number> {
  return Number(await readBalance(deps.db, { account: account.merchant(merchantId) })) / 100;
}
