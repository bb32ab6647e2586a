import { maskEmail, maskMsisdn, shillingsOf, type HandlerInput, type updateMerchant } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetPasskeysOfMerchant } from '../passkeys/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { unknownLogo, type Logo } from './fetch-logo.ts';
import { storeLogo } from './logo.ts';
import { recordActivity } from './timeline-store.ts';
import { notifyContactAddresses } from './contact-email.ts';
import { placeChangesOf } from './merchant-details.ts';
import { deleteLogo } from './settings-store.ts';
import { forgetMachineCredentials } from './machine-authenticator.ts';
import { endMemberSessions } from './member-store.ts';
import { updateContact } from './contact-store.ts';
import { readOwedCents, readOwnVouchersCents } from './owed-store.ts';
import { lockMerchant, updateMerchantRecord, type MerchantChanges, type MerchantRecord } from './store.ts';

const WITHOUT_SIGN_INS: ReadonlySet<MerchantRecord['status']> = new Set(['SUSPENDED', 'INACTIVE']);

/** Reason in the timeline if the API call that changes the status has no reason field. */
export const NO_REASON = 'No reason was given';

export type Wanted = Omit<HandlerInput<typeof updateMerchant>['body'], 'merchantId' | 'reason'>;

/**
 * Changes a merchant, notifies its contact and writes the audit entry, last in the transaction. Call
 * `forgetMerchant` after the commit.
 * @throws Refusal `not_found`, `validation_failed` for another merchant's logo
 */
export async function applyChanges(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  request: {
    merchantId: string;
    wanted: Wanted;
    /** The fetched picture of a new logo, to whose URL `wanted` sets the logo. */
    logo?: Logo | undefined;
    reason?: string | undefined;
    auditor: Auditor;
    /** The approval of a changed contact. */
    approvalId?: string;
  },
): Promise<void> {
  const { merchantId, wanted, logo, reason, auditor, approvalId } = request;
  const before = await lockMerchant(tx, merchantId);
  if (!before) throw new Refusal('not_found');
  const changes = changesIn(before, wanted);
  if (changes.logoUrl && changes.logoUrl !== logo?.logoUrl) throw unknownLogo();
  if (Object.keys(changes).length === 0) return;
  const { contactName, contactEmail, contactPhoneMsisdn, ...others } = changes;
  const contact = { contactName, contactEmail, contactPhoneMsisdn };
  if (Object.values(contact).some((value) => value !== undefined)) {
    await updateContact(tx, merchantId, contact, { administratorId: auditor.administratorId, approvalId });
  }
  await updateMerchantRecord(tx, merchantId, others);
  if (logo) await storeLogo(tx, merchantId, logo);
  if (changes.logoUrl === null) await deleteLogo(tx, merchantId);
  // Ends the sessions permanently: one of them may be the reason for the new status. Staff sign in again
  // after a reactivation.
  if (changes.status !== undefined && WITHOUT_SIGN_INS.has(changes.status))
    await endMemberSessions(tx, merchantId);
  if (changes.status === 'INACTIVE') await forgetPasskeysOfMerchant(tx, merchantId);
  if (changes.status !== undefined)
    await notifyNewStatus(tx, deps, before, { status: changes.status, reason });
  if (changes.contactEmail !== undefined) {
    // The former address was notified with a link when the approval was executed.
    await notifyContactAddresses(tx, deps, { businessName: before.businessName, to: changes.contactEmail }, [
      changes.contactEmail,
    ]);
  }
  const why = reason ?? (changes.status === undefined ? undefined : NO_REASON);
  await keepOnRecord(tx, { auditor, reason: why }, before, changes);
}

/** Drops cached sessions and keys. Call after the commit; other processes follow a changed status within a second. */
export function forgetMerchant({ db }: Pick<Deps, 'db'>): void {
  forgetLiveSessions(db);
  forgetMachineCredentials(db);
}

/** Keeps only the fields that differ, so that audit log and timeline show changes, not all fields of the request. */
function changesIn(before: MerchantRecord, wanted: Wanted): MerchantChanges {
  const { contactPhoneNumber, brandingConfig = {}, place = {}, ...rest } = wanted;
  const { primaryColor, logoUrl } = brandingConfig;
  const asked: MerchantChanges = {
    ...rest,
    contactPhoneMsisdn: contactPhoneNumber,
    primaryColor,
    logoUrl: logoUrl === '' ? null : logoUrl,
    ...placeChangesOf(place),
  };
  return Object.fromEntries(
    namesIn(asked)
      .filter((name) => asked[name] !== undefined && asked[name] !== before[name])
      .map((name) => [name, asked[name]]),
  );
}

async function notifyNewStatus(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { id, businessName, contactEmail }: MerchantRecord,
  { status, reason }: { status: MerchantRecord['status']; reason: string | undefined },
): Promise<void> {
  const said = reason === undefined || reason === NO_REASON ? undefined : { reason };
  if (status !== 'INACTIVE') {
    await notify(tx, deps, {
      template: 'merchant-status',
      // Only bad news needs a reason, and reasons of other changes are for administrators.
      data: { businessName, status, ...(status === 'SUSPENDED' && said) },
      email: contactEmail,
    });
    return;
  }
  const owed = shillingsOf(await readOwedCents(tx, id));
  const inVouchers = shillingsOf(await readOwnVouchersCents(tx, id));
  await notify(tx, deps, {
    template: 'merchant-closed',
    data: { businessName, owed, inVouchers, ...said },
    email: contactEmail,
  });
}

async function keepOnRecord(
  tx: Transaction,
  { auditor, reason }: { auditor: Auditor; reason: string | undefined },
  merchant: MerchantRecord,
  changes: MerchantChanges,
): Promise<void> {
  const names = namesIn(changes);
  const before = Object.fromEntries(names.map((name) => [name, shown(name, merchant[name])]));
  const after = Object.fromEntries(names.map((name) => [name, shown(name, changes[name])]));
  const merchantId = merchant.id;
  const actor = { kind: 'admin', id: auditor.administratorId } as const;
  await recordActivity(tx, { merchantId, actor, kind: 'updated', details: { before, after } });
  await recordAudit(tx, auditor, {
    action: changes.status === undefined ? 'merchant.updated' : `merchant.${changes.status.toLowerCase()}`,
    subjectKind: 'merchant',
    subjectId: merchantId,
    ...(reason !== undefined && { reason }),
    before,
    after,
  });
}

// Masks phone numbers and email addresses, because audit log and timeline are permanent.
function shown(name: keyof MerchantChanges, value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (name === 'contactEmail') return maskEmail(value);
  return name === 'contactPhoneMsisdn' || name === 'shopPhoneMsisdn' ? maskMsisdn(value) : value;
}

function namesIn(changes: MerchantChanges): (keyof MerchantChanges)[] {
  return Object.keys(changes) as (keyof MerchantChanges)[];
}
