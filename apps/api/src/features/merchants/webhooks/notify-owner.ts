import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readMerchant } from '../merchants/index.ts';
import { notify } from '../../messages/messages/index.ts';
import type { SwitchedOffReason } from './endpoint-store.ts';

type Trouble =
  | { template: 'webhook-failing'; url: string }
  | { template: 'webhook-switched-off'; url: string; reason: SwitchedOffReason };

/** Mails the merchant's contact that its system no longer listens. */
export async function notifyOwner(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  merchantId: string,
  trouble: Trouble,
): Promise<void> {
  const merchant = await readMerchant(tx, merchantId);
  if (!merchant) return;
  const link = `${deps.config.publicUrl}/merchant/dashboard/api`;
  const { businessName, contactEmail: email } = merchant;
  const { url } = trouble;
  if (trouble.template === 'webhook-failing') {
    await notify(tx, deps, { template: trouble.template, data: { businessName, url, link }, email });
  } else {
    const data = { businessName, url, reason: trouble.reason, link };
    await notify(tx, deps, { template: trouble.template, data, email });
  }
}
