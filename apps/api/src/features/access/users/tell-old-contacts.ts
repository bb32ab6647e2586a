import { maskEmail, maskMsisdn } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { openContactChange } from '../credentials/index.ts';
import { notify } from '../../messages/messages/index.ts';
import type { LockedUser } from './lock-user.ts';
import { readFormerContacts, type Profile } from './profile-store.ts';

/**
 * Has the present address and the verified phone told that another contact was asked for, with a link by which the owner
 * says "this was not me". They hear of it before it is one, while they are still those of the account.
 * @throws Refusal `too_many_requests`
 */
export async function tellOldContacts(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: LockedUser,
  { pendingEmail, pendingPhoneMsisdn }: Profile,
): Promise<void> {
  if (pendingEmail !== null && pendingEmail !== user.pendingEmail) {
    await tell(tx, deps, user, { contact: 'email', wanted: pendingEmail, masked: maskEmail(pendingEmail) });
  }
  if (pendingPhoneMsisdn !== null && pendingPhoneMsisdn !== user.pendingPhoneMsisdn) {
    const masked = maskMsisdn(pendingPhoneMsisdn);
    await tell(tx, deps, user, { contact: 'phone', wanted: pendingPhoneMsisdn, masked });
  }
}

async function tell(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: LockedUser,
  { contact, wanted, masked }: { contact: 'email' | 'phone'; wanted: string; masked: string },
): Promise<void> {
  const former = (await readFormerContacts(tx, user.id))[contact];
  const change = { audience: 'consumer', subjectId: user.id, ...former, wanted } as const;
  const token = await openContactChange(tx, deps, change);
  const { email, language } = user;
  await notify(tx, deps, {
    template: 'contact-change-asked',
    data: { contact, wanted: masked, link: `${deps.config.publicUrl}/not-me#token=${token}` },
    email,
    sms: user.phoneVerified ? user.phoneMsisdn : undefined,
    language,
  });
}
