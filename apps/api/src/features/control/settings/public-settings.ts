import type { PublicSettings } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { readFeesAndLimits } from './fees-and-limits.ts';
import { readFeaturesOn } from './features-on.ts';

/** What screens show before a confirmation; at most a second stale. */
export async function readPublicSettings(deps: Pick<Deps, 'config' | 'db'>): Promise<PublicSettings> {
  const [features, { fees, limits }] = await Promise.all([readFeaturesOn(deps.db), readFeesAndLimits(deps)]);
  return {
    depositFeeBasisPoints: fees.depositBasisPoints,
    withdrawalFeeBasisPoints: fees.withdrawalBasisPoints,
    minimumPurchase: limits.minimumPurchase,
    minimumWithdrawal: limits.minimumWithdrawal,
    maximumTransaction: limits.maximumTransaction,
    features: { cardPayment: features.has('cardPayment'), redeemByCode: features.has('redeemByCode') },
    sandboxPhoneUrl: deps.config.sandboxPhoneUrl,
  };
}
