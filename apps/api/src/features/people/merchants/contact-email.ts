import { maskEmail, type MerchantSettings } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import {
  checkOneTimeCode,
  finishContactChange,
  issueOneTimeCode,
  openContactChange,
  requireCodeOf,
  requirePassword,
} from '../credentials/index.ts';
import { notify } from '../../services/messages/index.ts';
import { recordActivity } from './timeline-store.ts';
import { memberHolder } from './member.ts';
import { settingsOf, type Changer } from './settings.ts';
import { readContactChangedAt, updateContact } from './contact-store.ts';
import { lockMerchant } from './store.ts';

/**
 * Mails a code to the contact's new email address: a typing error must not lock the owner out. Sends the
 * current address a "this was not me" link.
 * @throws Refusal `password_wrong`, `otp_required` and `verification_code_invalid` while a second factor is
 * on, `password_reset_needed`, `too_many_requests`, `overloaded`
 */
export async function sendContactEmailCode(
  deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'config'>,
  { merchantId, staffId }: Changer,
  wanted: { contactEmail: string; password: string; otp?: string | undefined },
): Promise<void> {
  const { contactEmail: email, password } = wanted;
  const owner = await memberHolder(deps.db, staffId);
  await requirePassword(deps, owner, password);
  await requireCodeOf(deps, owner, wanted.otp);
  const { profile } = await settingsOf(deps.db, merchantId);
  await inTransaction(deps.db, async (tx) => {
    await notifyFormerAddress(tx, deps, { merchantId, ...profile }, email);
    const purpose = 'contact-email';
    const code = await issueOneTimeCode(tx, deps, { purpose, subjectId: staffId, target: email, pot: 'own' });
    const { businessName } = profile;
    await notify(tx, deps, { template: 'contact-email-code', data: { businessName, code }, email });
  });
  securityEvent('contact.change-asked', { audience: 'merchant', account: staffId, what: 'email' });
}

/**
 * Replaces the contact's email address by the one that got the code, and notifies old and new address.
 * @throws Refusal `verification_code_invalid`, `too_many_requests`
 */
export async function changeContactEmail(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId }: Changer,
  code: string,
): Promise<MerchantSettings> {
  const rightCode = await checkOneTimeCode(deps, { purpose: 'contact-email', subjectId: staffId, code });
  const settings = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Refusal('not_found');
    const { businessName, contactEmail } = merchant;
    const { id: codeId, target } = rightCode;
    if (!(await updateContact(tx, merchantId, { contactEmail: target }, { staffId, codeId })))
      throw new Refusal('verification_code_invalid');
    await finishContactChange(tx, {
      audience: 'merchant',
      subjectId: merchantId,
      kind: 'email',
      wanted: rightCode.target,
    });
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'member', id: staffId },
      kind: 'contact-email-changed',
      details: { from: maskEmail(contactEmail), to: maskEmail(rightCode.target) },
    });
    const changed = { businessName, to: rightCode.target };
    await notifyContactAddresses(tx, deps, changed, new Set([contactEmail, rightCode.target]));
    return settingsOf(tx, merchantId);
  });
  securityEvent('contact.changed', { audience: 'merchant', account: staffId, what: 'email' });
  return settings;
}

async function notifyFormerAddress(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  merchant: { merchantId: string; businessName: string; contactEmail: string },
  wanted: string,
): Promise<void> {
  const { merchantId, businessName, contactEmail: former } = merchant;
  const token = await openContactChange(tx, deps, {
    audience: 'merchant',
    subjectId: merchantId,
    kind: 'email',
    former,
    formerVerifiedAt: null,
    formerChangedAt: await readContactChangedAt(tx, merchantId),
    wanted,
  });
  const link = `${deps.config.publicUrl}/merchant/not-me#token=${token}`;
  const data = { businessName, newEmail: maskEmail(wanted), link };
  await notify(tx, deps, { template: 'contact-email-asked', data, email: former });
}

/** Notifies these email addresses of the contact's new one, which can reset the owner's password. */
export async function notifyContactAddresses(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { businessName, to }: { businessName: string; to: string },
  addresses: Iterable<string>,
): Promise<void> {
  for (const email of addresses) {
    const data = { businessName, newEmail: maskEmail(to) };
    await notify(tx, deps, { template: 'contact-email-changed', data, email });
  }
}
