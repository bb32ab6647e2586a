import type { ActionOutcome, HandlerAnswer, updateMerchant } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { askForActivation } from './activate-merchant.ts';
import { applyChanges, forgetMerchant, NO_REASON, type Wanted } from './apply-changes.ts';
import { closeMerchant } from './close-merchant.ts';
import { askForContact, contactIn } from './contact-action.ts';
import { fetchLogo } from './fetch-logo.ts';
import { describeMerchant } from './merchant-details.ts';
import { lockMerchant } from './store.ts';

/**
 * Changes a merchant for an administrator. A status without sign-ins ends the staff's sessions permanently
 * and stops the API keys within a second. A reactivation restores the same passwords and keys. A second
 * administrator approves a new email address or phone number of the contact, an activation by the
 * administrator who added the merchant, and closing a merchant that is owed much. Other changes apply at
 * once. Notifies the contact of a new status, and old and new address of a changed email address.
 * @throws Refusal `not_found`, `approval_open`, `approval_outdated`, `logo_not_fetched`, `picture_unreadable`,
 * `overloaded`, `validation_failed` for another merchant's logo
 */
export async function changeMerchant(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: { merchantId: string; wanted: Wanted; reason?: string | undefined; auditor: Auditor },
): Promise<HandlerAnswer<typeof updateMerchant>> {
  const { merchantId, auditor, reason } = request;
  const logo = await fetchLogo(deps.config, request.wanted.brandingConfig?.logoUrl ?? '');
  const { before, contact, others } = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Refusal('not_found');
    const { contact: moved, others: rest } = contactIn(request.wanted, merchant);
    const { status, ...atOnce } = rest;
    const named = status === 'ACTIVE' || status === 'INACTIVE' ? atOnce : rest;
    const wanted = logo
      ? { ...named, brandingConfig: { ...named.brandingConfig, logoUrl: logo.logoUrl } }
      : named;
    await applyChanges(tx, deps, { merchantId, wanted, logo, reason, auditor });
    return { before: merchant, contact: moved, others: rest };
  });
  forgetMerchant(deps);
  const asked = { reason: reason ?? NO_REASON, auditor };
  const outcomes: ActionOutcome[] = [];
  if (others.status === 'INACTIVE') outcomes.push(await closeMerchant(deps, { merchantId, ...asked }));
  if (others.status === 'ACTIVE' && before.status !== 'ACTIVE')
    outcomes.push(await askForActivation(deps, { merchant: before, ...asked }));
  if (contact) outcomes.push(await askForContact(deps, { merchant: before, contact, ...asked }));
  const action = outcomes.find(({ outcome }) => outcome === 'waiting') ?? outcomes[0];
  return { ...(await describeMerchant(deps.db, merchantId)), ...(action && { action }) };
}
