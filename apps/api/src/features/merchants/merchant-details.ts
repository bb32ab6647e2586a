import { shillingsOf, type Merchant } from '@zawadi/contract';
import { readBalance } from '../../ledger/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { account } from '../books/index.ts';
import { readMerchant } from './store.ts';

/**
 * The signed-in merchant with what Zawadi owes it.
 * @throws Refusal `not_found` for any other merchant code
 */
export async function merchantDetailsOf(
  deps: Pick<Deps, 'db'>,
  request: { merchantId: string; ownCode: string; askedCode: string },
): Promise<Merchant> {
  if (request.askedCode !== request.ownCode) throw new Refusal('not_found');
  const merchant = await readMerchant(deps.db, request.merchantId);
  if (!merchant) throw new Refusal('not_found');
  const balanceCents = await readBalance(deps.db, { account: account.merchant(merchant.id) });
  return {
    merchantId: merchant.id,
    merchantCode: merchant.merchantCode,
    businessName: merchant.businessName,
    contactName: merchant.contactName,
    contactEmail: merchant.contactEmail,
    contactPhoneNumber: merchant.contactPhoneMsisdn,
    status: merchant.status,
    brandingConfig: {
      primaryColor: merchant.primaryColor,
      ...(merchant.logoUrl !== null && { logoUrl: merchant.logoUrl }),
    },
    createdAt: merchant.createdAt.toISOString(),
    lastUpdatedAt: merchant.updatedAt.toISOString(),
    lastLogin: merchant.lastLoginAt?.toISOString() ?? null,
    currentBalance: shillingsOf(balanceCents),
    role: { name: 'ROLE_MERCHANT' },
    mustChangePassword: merchant.mustChangePassword,
    apiKey: merchant.apiKey,
  };
}
