import type { Cloth, FailureReason, Merchant } from '@zawadi/contract';

export type Channel = 'sms' | 'email' | 'push';
export type Language = 'en' | 'sw';

type FirstPassword = {
  businessName: string;
  name: string;
  signInCode: string;
  password: string;
  link: string;
};

type OperatorPassword = { name: string; email: string; password: string; link: string };

type ForEmail = {
  'verify-email': { firstName: string; link: string };
  /** Without a code when too many wrong ones were typed today. */
  'password-reset': { code?: string | undefined; link: string };
  'account-exists': { firstName: string };
  /** To an address younger than a day: from when it may reset the password, and which one may now, masked. */
  'password-reset-later': { effectiveAt: string; formerEmail?: string | undefined };
  'phone-taken': Record<string, never>;
  'confirm-new-email': { firstName: string; link: string };
  /** The new address, masked, because this goes to the old one. */
  'email-changed': { newEmail: string };
  'phone-changed': { phone: string };
  'password-changed': Record<string, never>;
  'two-factor-on': Record<string, never>;
  'two-factor-off': Record<string, never>;
  'recovery-codes-renewed': Record<string, never>;
  'recovery-code-used': { left: number };
  /** What its owner calls it. */
  'passkey-added': { label: string };
  'passkey-removed': { label: string };
  'account-deleted': { firstName: string };
  'account-frozen': { firstName: string };
  'account-unfrozen': { firstName: string };
  'account-signed-out': { firstName: string };
  'account-closed': { firstName: string };
  'gift-opened': { recipientName: string };
  'gift-claimed': { recipientName: string };
  'merchant-welcome': { businessName: string; merchantCode: string; password: string; link: string };
  'staff-welcome': FirstPassword;
  'staff-password-reset': FirstPassword;
  'owner-password-reset': {
    businessName: string;
    merchantCode: string;
    password: string;
    link: string;
    isTwoFactorReset: boolean;
  };
  /** Whole shillings; the reason is the administrator's. */
  'balance-adjusted': {
    businessName: string;
    direction: 'credit' | 'debit';
    amount: number;
    reason: string;
  };
  'operator-welcome': OperatorPassword;
  'operator-password-reset': OperatorPassword;
  'contact-email-code': { businessName: string; code: string };
  /** To the present contact. The new address is masked, the link says "this was not me". */
  'contact-email-asked': { businessName: string; newEmail: string; link: string };
  /** The new address, masked, because this goes to the old one too. */
  'contact-email-changed': { businessName: string; newEmail: string };
  /** The channel in words, with its number masked. */
  'api-secret-renewed': { businessName: string };
  'payout-channel-set': { channel: string };
  'payout-channel-changed': { channel: string; effectiveAt: string };
  'merchant-status': { businessName: string; status: Merchant['status'] };
  'support-request': {
    businessName: string;
    merchantCode: string;
    writer: string;
    email: string;
    subject: string;
    message: string;
    reference?: string | undefined;
  };
  /** What M-PESA holds more, or with a minus less, than the ledger says. */
  'float-differs': { collection: string; payout: string; link: string };
  'support-received': { subject: string; message: string };
  'webhook-failing': { businessName: string; url: string; link: string };
  'webhook-switched-off': { businessName: string; url: string; reason: 'gone' | 'failing'; link: string };
};

type ForSms = {
  'phone-otp': { code: string };
  /** Value came back: on the voucher, or into the wallet that the rest of it was added to. */
  'redemption-reversed': {
    voucherId: string;
    amount: number;
    balance: number;
    businessName: string;
    returnedTo: 'voucher' | 'wallet';
  };
};

/** Amounts are whole shillings. */
type ForBoth = {
  /** `phone` is the number that is paid, as people read it. */
  'withdrawal-otp': { code: string; amount: number; phone: string };
  'refresh-reuse': Record<string, never>;
  /** To the old contacts. What is wanted is masked, the link says "this was not me". */
  'contact-change-asked': { contact: 'email' | 'phone'; wanted: string; link: string };
  'voucher-gift': { voucherId: string };
  'voucher-redeemed': { voucherId: string; amount: number; balance: number; businessName: string };
  'voucher-expiring': { voucherId: string };
  'gift-thanks': { recipientName: string; message: string };
  'purchase-completed': {
    recipientName: string;
    amount: number;
    fee: number;
    value: number;
    mpesaReceipt?: string;
    /** When the recipient is told, if that is not at once. */
    deliverAt?: string;
  };
  'second-payment': { amount: number };
  'refund-completed': { amount: number; isInWallet: boolean };
  'withdrawal-completed': { amount: number; paidOut: number; transactionCode: string };
  'withdrawal-failed': { amount: number; reason: FailureReason };
  'settlement-paid': {
    batchId: string;
    amount: number;
    paidOut: number;
    destination: string;
    reference?: string;
  };
  /** The reason is a sentence. */
  'settlement-failed': { batchId: string; amount: number; reason: string };
};

type ForPush = {
  /** The contact the gift was sent to, so that nobody is told once it goes to somebody else. */
  'gift-arrived': { voucherId: string; address: string };
  'purchase-failed': { amount: number; reason: FailureReason };
  /** Browser and system in words; empty when the device does not say. */
  'new-sign-in': { browser: string; system: string };
};

/** What a caller says about each message; the words are chosen when it is sent. */
export type TemplateData = ForEmail & ForSms & ForBoth & ForPush;
export type Template = keyof TemplateData;

export type SmsTemplate = keyof (ForSms & ForBoth);
export type EmailTemplate = keyof (ForEmail & ForBoth);
export type PushTemplate =
  | keyof ForPush
  | Extract<
      Template,
      | 'gift-opened'
      | 'gift-claimed'
      | 'gift-thanks'
      | 'purchase-completed'
      | 'second-payment'
      | 'refund-completed'
      | 'withdrawal-completed'
      | 'withdrawal-failed'
      | 'password-changed'
      | 'phone-changed'
      | 'email-changed'
      | 'two-factor-on'
      | 'two-factor-off'
      | 'recovery-codes-renewed'
      | 'recovery-code-used'
      | 'passkey-added'
      | 'passkey-removed'
      | 'refresh-reuse'
    >;

/** What a message about a voucher needs and no stored message may contain. */
export type VoucherFacts = {
  /** In four groups, as people read it. */
  code: string;
  /** The claim page of this voucher. */
  link: string;
  /** Whole shillings. */
  value: number;
  balance: number;
  senderName: string;
  recipientName: string;
  message: string;
  expiresAt: Date;
  cloth: Cloth;
  /** Made by a shop, which is its sender and the only place to spend it. */
  isOfOneShop?: boolean;
};

/**
 * Looks a voucher up when a message about it is being sent.
 * @param address the phone number or e-mail address the message goes to, so that a message to somebody who is no
 *   longer the recipient can be dropped
 * @returns undefined when there is nothing to tell any more; the message is then dropped
 */
export type ResolveVoucher = (voucherId: string, address: string) => Promise<VoucherFacts | undefined>;

/** What the words of a template are made from. */
export type Facts<T extends Template> = TemplateData[T] extends { voucherId: string }
  ? Omit<TemplateData[T], 'voucherId'> & { voucher: VoucherFacts }
  : TemplateData[T];

/** Somebody is looking at a screen and waits for these. */
const URGENT: ReadonlySet<Template> = new Set([
  'verify-email',
  'confirm-new-email',
  'phone-otp',
  'password-reset',
  'password-reset-later',
  'contact-change-asked',
  'withdrawal-otp',
  'contact-email-code',
  'contact-email-asked',
  'voucher-gift',
  'gift-arrived',
  'new-sign-in',
]);

export function isUrgent(template: Template): boolean {
  return URGENT.has(template);
}
