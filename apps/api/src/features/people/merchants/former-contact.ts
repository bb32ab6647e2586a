import { maskEmail, maskMsisdn } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { openContactChange } from '../credentials/index.ts';
import { notify } from '../../services/messages/index.ts';
import { readContactChangedAt } from './contact-store.ts';
import type { MerchantRecord } from './store.ts';

/**
 * Sends a "this was not me" link to the email address and phone number that administrators are about to
 * replace. Call it before the change.
 * @throws Refusal `too_many_requests`
 */
export async function notifyFormerContact(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  former: MerchantRecord,
  wanted: { contactEmail?: string | undefined; contactPhoneNumber?: string | undefined },
): Promise<void> {
  const { id: subjectId, businessName, contactEmail, contactPhoneMsisdn } = former;
  const isEmail = wanted.contactEmail !== undefined && wanted.contactEmail !== contactEmail;
  const token = await openContactChange(tx, deps, {
    audience: 'merchant',
    subjectId,
    kind: isEmail ? 'email' : 'phone',
    former: isEmail ? contactEmail : contactPhoneMsisdn,
    formerVerifiedAt: null,
    formerChangedAt: isEmail ? await readContactChangedAt(tx, subjectId) : null,
    wanted: (isEmail ? wanted.contactEmail : wanted.contactPhoneNumber) ?? '',
    isByAdministrator: true,
  });
  const to = [
    wanted.contactEmail && maskEmail(wanted.contactEmail),
    wanted.contactPhoneNumber && maskMsisdn(wanted.contactPhoneNumber),
  ].filter((word) => word !== undefined);
  await notify(tx, deps, {
    template: 'merchant-contact-moved',
    data: {
      businessName,
      contact: to.join(', '),
      link: `${deps.config.publicUrl}/merchant/contact-moved#token=${token}`,
    },
    email: contactEmail,
    sms: contactPhoneMsisdn,
  });
}
