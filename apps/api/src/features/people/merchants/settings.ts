import {
  maskMsisdn,
  type ChosenPayoutChannel,
  type MerchantSettings,
  type SettlementSchedule,
} from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../services/messages/index.ts';
import { recordActivity, type ActivityKind } from './timeline-store.ts';
import { brandingOf } from './merchant-details.ts';
import {
  readNextPayoutChannel,
  readPayoutChannel,
  type NextPayoutChannel,
  type PayoutChannel,
} from './payout-channel-store.ts';
import { readSettlementSchedule, updateSettlementSchedule } from './settings-store.ts';
import { updateContact } from './contact-store.ts';
import { lockMerchant, readMerchant, updateMerchantRecord } from './store.ts';

/** The staff member who changes a setting. */
export type Changer = { merchantId: string; staffId: string };

/**
 * Returns all settings that a merchant can change.
 * @throws Refusal `not_found`
 */
export async function settingsOf(db: Db, merchantId: string): Promise<MerchantSettings> {
  const merchant = await readMerchant(db, merchantId);
  const schedule = await readSettlementSchedule(db, merchantId);
  if (!merchant || !schedule) throw new Refusal('not_found');
  const { businessName, contactName, contactEmail, contactPhoneMsisdn } = merchant;
  return {
    profile: { businessName, contactName, contactEmail, contactPhoneNumber: contactPhoneMsisdn },
    brandingConfig: brandingOf(merchant),
    settlementSchedule: schedule,
    payoutChannel: describeChannel(await readPayoutChannel(db, merchantId)),
    nextPayoutChannel: describeNext(await readNextPayoutChannel(db, merchantId)),
    areSettlementsHeld: merchant.areSettlementsHeld,
  };
}

/**
 * Changes the contact's name and phone number. A new number is notified to the contact's email address, the
 * former number and the new one.
 */
export async function changeProfile(
  deps: Pick<Deps, 'db' | 'keys'>,
  changer: Changer,
  wanted: { contactName: string; contactPhoneNumber: string },
): Promise<MerchantSettings> {
  const { contactName, contactPhoneNumber } = wanted;
  const number = maskMsisdn(contactPhoneNumber);
  const details = { contactName, contactPhoneNumber: number };
  return change(deps, changer, { kind: 'profile-changed', details }, async (tx) => {
    const before = await readMerchant(tx, changer.merchantId);
    const contact = { contactName, contactPhoneMsisdn: contactPhoneNumber };
    await updateContact(tx, changer.merchantId, contact, { staffId: changer.staffId });
    if (!before || before.contactPhoneMsisdn === contactPhoneNumber) return;
    const { businessName, contactEmail: email, contactPhoneMsisdn: former } = before;
    const told = { template: 'contact-phone-changed', data: { businessName, number } } as const;
    await notify(tx, deps, { ...told, email, sms: former }, { ...told, sms: contactPhoneNumber });
  });
}

export async function changeColour(
  deps: Pick<Deps, 'db'>,
  changer: Changer,
  primaryColor: string,
): Promise<MerchantSettings> {
  return change(deps, changer, { kind: 'colour-changed', details: { primaryColor } }, (tx) =>
    updateMerchantRecord(tx, changer.merchantId, { primaryColor }),
  );
}

export async function changeSettlementSchedule(
  deps: Pick<Deps, 'db'>,
  changer: Changer,
  schedule: SettlementSchedule,
): Promise<MerchantSettings> {
  return change(deps, changer, { kind: 'settlement-schedule-changed', details: schedule }, (tx) =>
    updateSettlementSchedule(tx, changer.merchantId, schedule),
  );
}

/** Runs a change under the merchant's lock and records its author in the timeline. */
async function change(
  deps: Pick<Deps, 'db'>,
  { merchantId, staffId }: Changer,
  what: { kind: ActivityKind; details: Record<string, unknown> },
  run: (tx: Transaction) => Promise<void>,
): Promise<MerchantSettings> {
  return inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, merchantId);
    await run(tx);
    await recordActivity(tx, { merchantId, actor: { kind: 'member', id: staffId }, ...what });
    return settingsOf(tx, merchantId);
  });
}

function describeChannel(channel: PayoutChannel | undefined): MerchantSettings['payoutChannel'] {
  if (!channel) return null;
  const { shownAs, effectiveAt } = channel;
  return { channel: chosenChannel(channel), shownAs, effectiveAt: effectiveAt.toISOString() };
}

function describeNext(channel: NextPayoutChannel | undefined): MerchantSettings['nextPayoutChannel'] {
  if (!channel) return null;
  const { shownAs, effectiveAt } = channel;
  return {
    channel: chosenChannel(channel),
    shownAs,
    effectiveAt: effectiveAt === null ? null : effectiveAt.toISOString(),
  };
}

export function chosenChannel(channel: NextPayoutChannel): ChosenPayoutChannel {
  const { kind } = channel;
  if (kind === 'mpesa') return { kind, msisdn: channel.msisdn };
  if (kind === 'till') return { kind, tillNumber: channel.tillNumber };
  const { accountNumber, payBillNumber } = channel;
  return kind === 'bank'
    ? { kind, bankName: channel.bankName, accountNumber }
    : { kind, payBillNumber, accountNumber };
}
