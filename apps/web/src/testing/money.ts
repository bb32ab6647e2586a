import type { CallAnswer } from '@zawadi/contract/endpoint';
import { sample } from '@zawadi/contract/example-values';
import { purchaseDetails, type PurchaseState } from '@zawadi/contract/purchases';
import { publicSettings } from '@zawadi/contract/settings';
import { viewVoucher, type PublicVoucher, type Shop } from '@zawadi/contract/vouchers';
import type { ReceivedGift, SentGift } from '@zawadi/contract/vouchers-gifts';
import { dashboardStats, type Activity } from '@zawadi/contract/wallets';
import { withdrawalStatus, type WithdrawalState } from '@zawadi/contract/withdrawals';
import { answer } from './contract-answers.ts';
import { emptyAnswer } from './empty-answer.ts';

/** Default fees and limits: 5% on a gift, 2.5% on a withdrawal. */
export const usualSettings: CallAnswer<typeof publicSettings> = {
  depositFeeBasisPoints: 500,
  withdrawalFeeBasisPoints: 250,
  minimumPurchase: 10,
  minimumWithdrawal: 10,
  maximumTransaction: 150_000,
  features: {
    cardPayment: false,
    redeemByCode: false,
    basket: false,
    giftsFromWallet: false,
    giftPhotos: false,
  },
  stops: [],
  support: { email: 'support@zawadi.test' },
};

export const settings = answer(publicSettings, usualSettings);

/** Makes a purchase of a gift of KES 700 for Baraka Mwita, registered and not paid. */
export function purchase(details: Partial<PurchaseState> = {}): PurchaseState {
  return {
    ...emptyAnswer(purchaseDetails),
    requestId: sample.id,
    orderStatus: 'REGISTERED',
    amount: 700,
    fee: 35,
    value: 665,
    partyA: '254711000111',
    billReferenceNumber: sample.bill,
    shortCode: '600100',
    recipientName: 'Baraka Mwita',
    recipientMsisdn: '254722000222',
    recipientEmail: 'baraka.mwita@example.test',
    message: 'Hongera!',
    cloth: 'asante',
    ...details,
  };
}

/** Makes the same purchase while its prompt is on the phone, for one minute from now. */
export function prompted(): PurchaseState {
  const [sentAt, expiresAt] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
  return purchase({ orderStatus: 'PENDING', prompt: { sentAt: sentAt ?? '', expiresAt: expiresAt ?? '' } });
}

/** Makes the same purchase after its payment, while its voucher is being sent. */
export function paid(details: Partial<PurchaseState> = {}): PurchaseState {
  return purchase({
    orderStatus: 'COMPLETED',
    mpesaReceipt: 'TKQ1AB2CD3',
    completedAt: new Date().toISOString(),
    voucher: { id: sample.redemptionId, status: 'ACTIVE', lastFour: '7K2M', expiresAt: inAYear() },
    ...details,
  });
}

/** Makes a withdrawal of KES 400 to the consumer's own number, registered and not sent. */
export function withdrawal(details: Partial<WithdrawalState> = {}): WithdrawalState {
  return {
    ...emptyAnswer(withdrawalStatus),
    requestId: sample.id,
    orderStatus: 'REGISTERED',
    amount: 400,
    fee: 10,
    paidOut: 390,
    msisdn: '254711000111',
    walletBalance: 950,
    ...details,
  };
}

/** Answers with the figures of a consumer who has this wallet balance and these latest transactions. */
export function statsOf(walletBalance: number, recentActivities: Activity[] = []) {
  return answer(dashboardStats, {
    ...emptyAnswer(dashboardStats),
    walletBalance,
    withdrawableMaximum: walletBalance,
    recentActivities,
  });
}

/** Makes the entry of a bought gift in the history. */
export function giftBought(details: Partial<Activity> = {}): Activity {
  return {
    entityId: sample.id,
    description: 'Gift for Baraka Mwita',
    counterparty: 'Baraka Mwita',
    timestamp: '2026-11-20T09:00:00.000Z',
    amount: 700,
    fee: 35,
    transactionType: 'GIFT_PURCHASE',
    orderStatus: 'COMPLETED',
    ...details,
  };
}

/** Makes the sent gift of the purchase, not opened yet. */
export function giftSent(details: Partial<SentGift> = {}): SentGift {
  return {
    voucherId: sample.redemptionId,
    requestId: sample.id,
    recipientName: 'Baraka Mwita',
    recipientMsisdn: '254722000222',
    recipientEmail: 'baraka.mwita@example.test',
    status: 'ACTIVE',
    value: 665,
    message: 'Hongera!',
    cloth: 'asante',
    lastFour: '7K2M',
    sentAt: '2026-11-20T09:00:00.000Z',
    deliverAt: '2026-11-20T09:00:00.000Z',
    isDelivered: true,
    messages: { sms: { state: 'sent', at: '2026-11-20T09:00:00.000Z' } },
    expiresAt: inAYear(),
    isFrozen: false,
    resendsLeft: 5,
    canBeResent: true,
    canBeCorrected: true,
    canBeMoved: false,
    canBeCancelled: false,
    ...details,
  };
}

/** Makes a gift of KES 950 from Omari Juma to the consumer. */
export function giftReceived(details: Partial<ReceivedGift> = {}): ReceivedGift {
  return {
    voucherId: sample.redemptionId,
    status: 'ACTIVE',
    value: 950,
    balance: 950,
    senderName: 'Omari Juma',
    message: 'Karibu!',
    cloth: 'birthday',
    lastFour: '7K2M',
    claimToken: sample.token,
    deliveredAt: '2026-11-20T09:00:00.000Z',
    expiresAt: inAYear(),
    heldAmount: 0,
    isFrozen: false,
    isThanked: false,
    isOpened: false,
    canBeClaimed: true,
    canBeThanked: true,
    ...details,
  };
}

/** Makes a gift of KES 950 from Aisha Hussein for Brenda Moraa, as the holder of its link sees it. */
export function publicGift(details: Partial<PublicVoucher> = {}): PublicVoucher {
  return {
    ...emptyAnswer(viewVoucher),
    status: 'ACTIVE',
    value: 950,
    balance: 950,
    senderName: 'Aisha Hussein',
    recipientName: 'Brenda Moraa',
    message: 'Kwa upendo',
    cloth: 'birthday',
    expiresAt: inAYear(),
    hasCode: true,
    canBeClaimed: true,
    ...details,
  };
}

/** Makes a shop of this name that accepts gifts. */
export function shopOf(businessName: string): Shop {
  return { shopId: uuidOf(businessName), businessName, primaryColor: '#0e7a4b' };
}

/** Returns an id that is always the same for the same name. */
function uuidOf(name: string): string {
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);
  return sample.id.replace(/.{12}$/u, String(number).padStart(12, '0'));
}

function inAYear(): string {
  return new Date(Date.now() + 365 * 86_400_000).toISOString();
}
