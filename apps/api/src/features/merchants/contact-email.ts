import { maskEmail, type MerchantSettings } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  checkOneTimeCode,
  issueOneTimeCode,
  requirePassword,
  spendOneTimeCode,
} from '../credentials/index.ts';
import { notify } from '../notifications/index.ts';
import { recordActivity } from './activity-store.ts';
import { memberHolder } from './member.ts';
import { settingsOf, type Changer } from './settings.ts';
import { lockMerchant, updateMerchantRecord } from './store.ts';

/**
 * Mails a code to the address that is to become the contact's: a typing error must not lock the owner out.
 * @throws Refusal `password_wrong`, `too_many_requests`, `overloaded`
 */
export async function sendContactEmailCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId }: Changer,
  wanted: { contactEmail: string; password: string },
): Promise<void> {
  const { contactEmail: email, password } = wanted;
  await requirePassword(deps, await memberHolder(deps.db, staffId), password);
  const { profile } = await settingsOf(deps.db, merchantId);
  await inTransaction(deps.db, async (tx) => {
    const purpose = 'contact-email';
    const code = await issueOneTimeCode(tx, deps, { purpose, subjectId: staffId, target: email });
    const { businessName } = profile;
    await notify(tx, deps, { template: 'contact-email-code', data: { businessName, code }, email });
  });
}

/**
 * Makes the address the code went to the contact's, and tells both.
 * @throws Refusal `verification_code_invalid`, `too_many_requests`
 */
export async function changeContactEmail(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId }: Changer,
  code: string,
): Promise<MerchantSettings> {
  const rightCode = await checkOneTimeCode(deps, { purpose: 'contact-email', subjectId: staffId, code });
  return inTransaction(deps.db, async (tx) => {
    await spendOneTimeCode(tx, rightCode);
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Refusal('not_found');
    const { businessName, contactEmail } = merchant;
    await updateMerchantRecord(tx, merchantId, { contactEmail: rightCode.target });
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'staff', id: staffId },
      kind: 'contact-email-changed',
      details: { from: maskEmail(contactEmail), to: maskEmail(rightCode.target) },
    });
    await tellBothAddresses(tx, deps, { businessName, from: contactEmail, to: rightCode.target });
    return settingsOf(tx, merchantId);
  });
}

/** Whoever has the contact's address can reset the owner's password, so the former one hears of every change. */
export async function tellBothAddresses(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  changed: { businessName: string; from: string; to: string },
): Promise<void> {
  const { businessName, from, to } = changed;
  for (const email of new Set([from, to])) {
    const data = { businessName, newEmail: maskEmail(to) };
    await notify(tx, deps, { template: 'contact-email-changed', data, email });
  }
}
