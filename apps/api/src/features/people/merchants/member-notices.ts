import { maskEmail } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { notify } from '../../services/messages/index.ts';
import type { MemberRecord } from './member-account-store.ts';
import { memberOf, signInCodeOf } from './member.ts';
import type { Changer } from './settings.ts';
import type { MerchantRecord } from './store.ts';

/**
 * Notifies the former email address, the new one and the contact's. Staff without an own address use the
 * contact's.
 */
export async function notifyNewAddress(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { businessName, contactEmail }: MerchantRecord,
  { before, after }: { before: MemberRecord; after: MemberRecord },
): Promise<void> {
  if (before.email === after.email) return;
  const newEmail = maskEmail(after.email ?? contactEmail);
  const data = { businessName, signInCode: signInCodeOf(after), newEmail };
  const addresses = [before.email, after.email, contactEmail].filter((email) => email !== null);
  for (const email of new Set(addresses)) {
    await notify(tx, deps, { template: 'member-email-changed', data, email });
  }
}

/**
 * Notifies the contact of a new manager, even if a stranger used the owner's session. A manager sees
 * everything and may reverse redemptions.
 */
export async function notifyNewManager(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { businessName, contactEmail: email }: MerchantRecord,
  { manager, owner, changedAt }: { manager: MemberRecord; owner: Changer; changedAt: Date },
): Promise<void> {
  const data = {
    businessName,
    name: manager.name,
    signInCode: signInCodeOf(manager),
    changedBy: signInCodeOf(await memberOf(tx, owner.staffId)),
    changedAt: changedAt.toISOString(),
  };
  await notify(tx, deps, { template: 'member-made-manager', data, email });
}

/** Mails a temporary password to the member's own address, or else to the contact's. */
export async function mailTemporaryPassword(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  template: 'member-welcome' | 'member-password-reset',
  about: { merchant: MerchantRecord; member: MemberRecord; password: string },
): Promise<void> {
  const { merchant, member, password } = about;
  await notify(tx, deps, {
    template,
    data: {
      businessName: merchant.businessName,
      name: member.name,
      signInCode: signInCodeOf(member),
      password,
      link: `${deps.config.publicUrl}/merchant/login`,
    },
    email: member.email ?? merchant.contactEmail,
  });
}
