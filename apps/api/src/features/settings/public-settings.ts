import type { PublicSettings } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { readFeaturesOn } from './features-on.ts';

/** What screens show before anybody confirms. Switches are at most a second stale. */
export async function readPublicSettings({
  config,
  db,
}: Pick<Deps, 'config' | 'db'>): Promise<PublicSettings> {
  const features = await readFeaturesOn(db);
  return {
    depositFeeBasisPoints: config.fees.depositBasisPoints,
    withdrawalFeeBasisPoints: config.fees.withdrawalBasisPoints,
    minimumPurchase: config.limits.minimumPurchase,
    minimumWithdrawal: config.limits.minimumWithdrawal,
    maximumTransaction: config.limits.maximumTransaction,
    features: { cardPayment: features.has('cardPayment'), redeemByCode: features.has('redeemByCode') },
    sandboxPhoneUrl: config.sandboxPhoneUrl,
  };
}
