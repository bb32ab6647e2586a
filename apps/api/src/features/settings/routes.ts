import { publicSettings } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';

export function routes({ config }: Pick<Deps, 'config'>): Route[] {
  return [
    route(publicSettings, async () => ({
      depositFeeBasisPoints: config.fees.depositBasisPoints,
      withdrawalFeeBasisPoints: config.fees.withdrawalBasisPoints,
      minimumPurchase: config.limits.minimumPurchase,
      minimumWithdrawal: config.limits.minimumWithdrawal,
      maximumTransaction: config.limits.maximumTransaction,
      features: { cardPayment: false, redeemByCode: false },
      sandboxPhoneUrl: config.sandboxPhoneUrl,
    })),
  ];
}
