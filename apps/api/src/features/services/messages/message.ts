import type { Cloth, LanguageName, TransactionType } from '@zawadi/contract';
import type { Fields, FactsOf } from './fields.ts';

export type Channel = 'sms' | 'email' | 'push';

type Copy<F extends Fields, Text> = Record<LanguageName, (facts: FactsOf<F>) => Text>;

type Case<F extends Fields> = {
  /** When the message is sent, for administrators. */
  title: string;
  /** Whether the facts select this case. By default, they do if they have all values of the case's example. */
  when?: (facts: FactsOf<F>) => boolean;
  /** Values that turn the message's example into an example of this case. */
  example?: Partial<FactsOf<F>>;
};

/** All properties that a message may have. */
export type Declaration<F extends Fields> = {
  /** When the message is sent, for administrators. */
  title: string;
  /** Replaces `title` if the message has different texts; administrators can reword each case. */
  cases: Record<string, Case<F>>;
  /** Data that a caller passes to `notify`. */
  data: F;
  /**
   * Fits into one part with ordinary names. A link comes last, so that no character after the link becomes part of it.
   */
  sms: Copy<F, string>;
  email: Copy<F, Email>;
  /** Fits a locked screen and has nothing secret, because others may read that screen. */
  push: {
    opens:
      | '/dashboard/wallet'
      | '/dashboard/transactions'
      | '/dashboard/profile'
      | '/dashboard/support'
      | '/login';
    /** True if the message explains why a device was signed out: it is then also sent to signed-out devices. */
    reachesSignedOut?: boolean;
    title: Record<LanguageName, string>;
    body: Copy<F, string>;
  };
  /** True if a person is waiting for the message at a screen. */
  isUrgent: boolean;
  /** The message is not sent later than this, because its code has expired. */
  usefulForMs: number;
  /** Placeholders that an administrator's wording of the SMS must have, besides the code and the link. */
  required: readonly (keyof F & string)[];
  /** The transaction whose page lists this message. */
  about: {
    type: TransactionType;
    /** Kind of the id that callers of `notify` pass as `dedupeKey`; `gift` is the id of a voucher. */
    dedupeKey: 'transaction' | 'attempt' | 'gift';
  };
};

/** Declares one message. It is sent by the channels for which it has a text. */
export function message<F extends Fields, Said extends keyof Declaration<F>>(
  declaration: Pick<Declaration<F>, 'data'> &
    (Pick<Declaration<F>, 'title'> | Pick<Declaration<F>, 'cases'>) & {
      [Name in Said]: Declaration<F>[Name];
    },
): Pick<Declaration<F>, Said> {
  return declaration;
}

/** The content of an email, before it is rendered as text and as HTML. */
export type Email = {
  subject: string;
  /** Shown after the subject in lists of mails; by default the first paragraph. Neither text may have the code. */
  preheader?: string;
  heading: string;
  paragraphs: string[];
  /** A one-time code, shown in large type. */
  code?: string;
  /** The gift itself, shown as a ticket. */
  ticket?: Ticket;
  /** Cloth of the gift that a mail without a ticket is about; its edge is above the mail. */
  cloth?: Cloth | undefined;
  /** Facts, one below the other. */
  rows?: { label: string; value: string; url?: string }[];
  /** The total of the rows. */
  total?: { label: string; value: string };
  /** The paid amount in shillings, shown in large type. */
  figure?: { label: string; amount: number; state: string };
  button?: { label: string; url: string };
  /** Small print at the end. */
  note?: string;
};

/** A gift, shown as a ticket. `value` is in whole shillings. */
export type Ticket = {
  value: number;
  recipient: string;
  sender: string;
  message: string;
  cloth: Cloth;
  /** Formatted in four groups: XXXX-XXXX-XXXX-XXXX. */
  code: string;
  labels: { for: string; from: string; code: string; until: string };
};
