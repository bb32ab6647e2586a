import type { Cloth, LanguageName, TransactionType } from '@zawadi/contract';
import type { Fields, FactsOf } from './fields.ts';

export type Channel = 'sms' | 'email' | 'push';

type Copy<F extends Fields, Text> = Record<LanguageName, (facts: FactsOf<F>) => Text>;

type Case<F extends Fields> = {
  /** Says when it is sent. */
  title: string;
  /** Whether the facts are of this case. Without it they are if they have the values of the case's example. */
  when?: (facts: FactsOf<F>) => boolean;
  /** Values that turn the message's example into one of this case. */
  example?: Partial<FactsOf<F>>;
};

/** All properties that a message may have. */
export type Declaration<F extends Fields> = {
  /** Says when it is sent, for administrators. */
  title: string;
  /** Replaces the title where the message has different texts; each case has a wording of its own. */
  cases: Record<string, Case<F>>;
  /** Data that a caller passes to `notify`. */
  data: F;
  /** Fits into one part with ordinary names. A link comes last, so that no character after it becomes part of it. */
  sms: Copy<F, string>;
  email: Copy<F, Email>;
  /** Fits a locked screen and reveals nothing that others must not read there. */
  push: {
    opens: '/dashboard/wallet' | '/dashboard/transactions' | '/dashboard/profile' | '/login';
    /** It explains why a device was signed out, so it is also sent to signed-out devices. */
    reachesSignedOut?: boolean;
    title: Record<LanguageName, string>;
    body: Copy<F, string>;
  };
  /** A person waits for it at a screen. */
  isUrgent: boolean;
  /** Not sent later than this, because the code in it has expired. */
  usefulForMs: number;
  /** Placeholders that an administrator's wording of the SMS must have, besides our code and link. */
  required: readonly (keyof F & string)[];
  /** The transaction whose page lists this message. */
  about: {
    type: TransactionType;
    /** The id that a caller of `notify` passes as `dedupeKey`; `gift` is the id of its voucher. */
    dedupeKey: 'transaction' | 'attempt' | 'gift';
  };
};

/** Declares one message. It is sent by the channels for which there is copy. */
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
  /** Shown after the subject in lists of mails; by default the first paragraph. Neither may have the code. */
  preheader?: string;
  heading: string;
  paragraphs: string[];
  /** A one-time code, set large. */
  code?: string;
  /** The gift itself, shown as a ticket. */
  ticket?: Ticket;
  /** Figures, one under the other. */
  rows?: { label: string; value: string }[];
  /** Their total. */
  total?: { label: string; value: string };
  /** The paid amount in shillings, set large. */
  figure?: { label: string; amount: number; state: string };
  button?: { label: string; url: string };
  /** In small print at the end. */
  note?: string;
};

/** `value` is in whole shillings. */
export type Ticket = {
  value: number;
  recipient: string;
  sender: string;
  message: string;
  cloth: Cloth;
  /** In four groups. */
  code: string;
  labels: { for: string; from: string; code: string; until: string };
};
