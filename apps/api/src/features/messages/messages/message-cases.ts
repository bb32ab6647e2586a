import type { EmailTemplate, Facts, SmsTemplate } from './templates.ts';
import { exampleVoucher } from './copy/examples.ts';

type Told = SmsTemplate | EmailTemplate;

type Case<T extends Told> = {
  /** When it is sent. */
  title: string;
  when: (facts: Facts<T>) => boolean;
  /** What makes the example one of this case. */
  example: Partial<Facts<T>>;
};

/** When each message is sent. One that says different things in different cases has a wording for each of them. */
const MESSAGES: { [T in Told]: string | Record<string, Case<T>> } = {
  'verify-email': 'Somebody signs up',
  'password-reset': {
    'code-and-link': {
      title: 'Somebody has forgotten a password',
      when: ({ code }) => code !== undefined,
      example: {},
    },
    'link-only': {
      title: 'Somebody has forgotten a password, and too many wrong codes were typed today',
      when: ({ code }) => code === undefined,
      example: { code: undefined },
    },
  },
  'password-reset-later': {
    'former-may': {
      title: 'Somebody has forgotten a password and has had the address for less than a day',
      when: ({ formerEmail }) => formerEmail !== undefined,
      example: {},
    },
    'nobody-may': {
      title: 'Somebody has forgotten a password, and we have changed the address less than a day ago',
      when: ({ formerEmail }) => formerEmail === undefined,
      example: { formerEmail: undefined },
    },
  },
  'account-exists': 'Somebody signs up with an address that has an account',
  'phone-taken': 'Somebody else has verified the phone number of an account',
  'confirm-new-email': 'Somebody wants another e-mail address',
  'email-changed': 'An e-mail address was changed',
  'phone-changed': 'A phone number was changed',
  'password-changed': 'A password was changed',
  'two-factor-on': 'Two-factor authentication was switched on',
  'two-factor-off': 'Two-factor authentication was switched off',
  'recovery-codes-renewed': 'New recovery codes were made',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'account-deleted': 'Somebody has deleted the account',
  'account-frozen': 'We have frozen an account',
  'account-unfrozen': 'An account is open again',
  'account-signed-out': 'We have signed somebody out everywhere',
  'account-closed': 'We have closed an account',
  'gift-opened': 'A gift was opened',
  'gift-claimed': 'A gift was added to a wallet',
  'merchant-welcome': 'A merchant was added',
  'staff-welcome': 'A merchant has added somebody to its staff',
  'staff-password-reset': 'A merchant has reset a password of its staff',
  'owner-password-reset': {
    'password-only': {
      title: 'We have reset the password of a merchant',
      when: ({ isTwoFactorReset }) => !isTwoFactorReset,
      example: { isTwoFactorReset: false },
    },
    'two-factor-too': {
      title: 'We have reset password and two-factor authentication of a merchant',
      when: ({ isTwoFactorReset }) => isTwoFactorReset,
      example: { isTwoFactorReset: true },
    },
  },
  'balance-adjusted': {
    added: {
      title: 'We have added to the balance of a merchant',
      when: ({ direction }) => direction === 'credit',
      example: { direction: 'credit' },
    },
    taken: {
      title: 'We have taken from the balance of a merchant',
      when: ({ direction }) => direction === 'debit',
      example: { direction: 'debit' },
    },
  },
  'operator-welcome': 'One of us was added',
  'operator-password-reset': 'The password of one of us was reset',
  'contact-email-code': 'A merchant wants another contact address',
  'contact-email-asked': 'A merchant wants another contact address: what the present one gets',
  'contact-email-changed': 'The contact address of a merchant was changed',
  'api-secret-renewed': 'A merchant has a new API secret',
  'payout-channel-set': 'A merchant has chosen where to be paid',
  'payout-channel-changed': 'A merchant wants to be paid elsewhere',
  'merchant-status': {
    active: {
      title: 'A merchant may redeem',
      when: ({ status }) => status === 'ACTIVE',
      example: { status: 'ACTIVE' },
    },
    pending: {
      title: 'A merchant waits for approval again',
      when: ({ status }) => status === 'PENDING',
      example: { status: 'PENDING' },
    },
    suspended: {
      title: 'A merchant was suspended',
      when: ({ status }) => status === 'SUSPENDED',
      example: { status: 'SUSPENDED' },
    },
    closed: {
      title: 'A merchant was closed',
      when: ({ status }) => status === 'INACTIVE',
      example: { status: 'INACTIVE' },
    },
  },
  'support-request': 'A merchant writes to us: what we get',
  'support-received': 'A merchant writes to us: what it gets',
  'float-differs': 'M-PESA holds another amount than the ledger says',
  'webhook-failing': 'A webhook has failed for a day',
  'webhook-switched-off': {
    gone: {
      title: 'A webhook was switched off because its system wants nothing more',
      when: ({ reason }) => reason === 'gone',
      example: { reason: 'gone' },
    },
    failing: {
      title: 'A webhook was switched off because it has failed for days',
      when: ({ reason }) => reason === 'failing',
      example: { reason: 'failing' },
    },
  },
  'phone-otp': 'Somebody verifies a phone number',
  'withdrawal-otp': 'Somebody withdraws to a new number',
  'contact-change-asked': {
    email: {
      title: 'Somebody wants another e-mail address: what the old contacts get',
      when: ({ contact }) => contact === 'email',
      example: { contact: 'email' },
    },
    phone: {
      title: 'Somebody wants another phone number: what the old contacts get',
      when: ({ contact }) => contact === 'phone',
      example: { contact: 'phone', wanted: '2547****678' },
    },
  },
  'refresh-reuse': 'An old sign-in was used again',
  'voucher-gift': {
    'all-shops': {
      title: 'A gift arrives',
      when: ({ voucher }) => !voucher.isOfOneShop,
      example: {},
    },
    'one-shop': {
      title: 'A gift of a merchant arrives',
      when: ({ voucher }) => voucher.isOfOneShop === true,
      example: { voucher: { ...exampleVoucher, isOfOneShop: true } },
    },
  },
  'voucher-expiring': {
    'all-shops': {
      title: 'A gift is about to expire',
      when: ({ voucher }) => !voucher.isOfOneShop,
      example: {},
    },
    'one-shop': {
      title: 'A gift of a merchant is about to expire',
      when: ({ voucher }) => voucher.isOfOneShop === true,
      example: { voucher: { ...exampleVoucher, isOfOneShop: true } },
    },
  },
  'voucher-redeemed': {
    'some-left': {
      title: 'A part of a gift was spent',
      when: ({ balance }) => balance > 0,
      example: { balance: 600 },
    },
    'used-up': {
      title: 'A gift was used up',
      when: ({ balance }) => balance === 0,
      example: { balance: 0 },
    },
  },
  'redemption-reversed': {
    'to-voucher': {
      title: 'A shop has undone a spending',
      when: ({ returnedTo }) => returnedTo === 'voucher',
      example: { returnedTo: 'voucher' },
    },
    'to-wallet': {
      title: 'A shop has undone a spending, and the rest was in a wallet already',
      when: ({ returnedTo }) => returnedTo === 'wallet',
      example: { returnedTo: 'wallet' },
    },
  },
  'gift-thanks': 'The recipient says thanks',
  'purchase-completed': {
    now: {
      title: 'A gift is paid',
      when: ({ deliverAt }) => deliverAt === undefined,
      example: {},
    },
    later: {
      title: 'A gift for a later day is paid',
      when: ({ deliverAt }) => deliverAt !== undefined,
      example: { deliverAt: '2026-12-25T05:00:00.000Z' },
    },
  },
  'second-payment': 'Somebody has paid twice',
  'refund-completed': {
    'to-mpesa': {
      title: 'A refund went to M-PESA',
      when: ({ isInWallet }) => !isInWallet,
      example: { isInWallet: false },
    },
    'to-wallet': {
      title: 'A refund went into the wallet',
      when: ({ isInWallet }) => isInWallet,
      example: { isInWallet: true },
    },
  },
  'withdrawal-completed': 'A withdrawal is paid out',
  'withdrawal-failed': 'A withdrawal did not go through',
  'settlement-paid': 'A settlement is paid out',
  'settlement-failed': 'A settlement could not be paid out yet',
};

export type MessageCase = {
  /** `template`, or `template.case`. */
  name: string;
  template: Told;
  title: string;
  example: object;
};

// What the cases have in common, whatever their facts are.
type AnyCase = { title: string; when: (facts: object) => boolean; example: object };
const all = Object.entries(MESSAGES) as [Told, string | Record<string, AnyCase>][];

/** Every case of every message, in the order above. */
export const messageCases: readonly MessageCase[] = all.flatMap(([template, told]) =>
  typeof told === 'string'
    ? [{ name: template, template, title: told, example: {} }]
    : Object.entries(told).map(([name, { title, example }]) => ({
        name: `${template}.${name}`,
        template,
        title,
        example,
      })),
);

/** Which case of a message these facts are; undefined for what only a push says. */
export function caseOf(template: string, facts: object): string | undefined {
  const told = all.find(([name]) => name === template)?.[1];
  if (told === undefined || typeof told === 'string') return told && template;
  const found = Object.entries(told).find(([, { when }]) => when(facts));
  return found && `${template}.${found[0]}`;
}
