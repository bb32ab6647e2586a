import type { Cloth, LanguageName, TransactionType } from '@zawadi/contract';
import type { Fields, FactsOf } from './fields.ts';

export type Channel = 'sms' | 'email' | 'push';

type Copy<F extends Fields, Text> = Record<LanguageName, (facts: FactsOf<F>) => Text>;

type Case<F extends Fields> = {
  /** When it is sent. */
  title: string;
  /** Without it the facts are of this case when they have the values of its example. */
  when?: (facts: FactsOf<F>) => boolean;
  /** What makes the example one of this case. */
  example?: Partial<FactsOf<F>>;
};

/** All that may be said about a message. */
export type Declaration<F extends Fields> = {
  /** When it is sent, as administrators read it. */
  title: string;
  /** Instead of the title where the message says different things: each case has a wording of its own. */
  cases: Record<string, Case<F>>;
  /** What the caller of `notify` says. */
  data: F;
  /** Fits into one part with ordinary names; a link comes last, so that nothing sticks to it. */
  sms: Copy<F, string>;
  email: Copy<F, Email>;
  /** Fits a locked screen and says nothing that must not be read there. */
  push: {
    opens: '/dashboard/wallet' | '/dashboard/transactions' | '/dashboard/profile' | '/login';
    /** It says why a device was signed out, so it must reach devices that were. */
    reachesSignedOut?: boolean;
    title: Record<LanguageName, string>;
    body: Copy<F, string>;
  };
  /** A person is looking at a screen and waits for it. */
  isUrgent: boolean;
  /** After this it only confuses: the code in it has expired. */
  usefulForMs: number;
  /** What an SMS of an administrator's wording has to name, beside our code and link. */
  required: readonly (keyof F & string)[];
  /** The transaction whose page lists it. */
  about: {
    type: TransactionType;
    /** Which id the caller of `notify` gives as `dedupeKey`; of a gift its voucher's. */
    dedupeKey: 'transaction' | 'attempt' | 'gift';
  };
};

/** Everything about one message. It goes out by the channels for which there is copy. */
export function message<F extends Fields, Said extends keyof Declaration<F>>(
  declaration: Pick<Declaration<F>, 'data'> &
    (Pick<Declaration<F>, 'title'> | Pick<Declaration<F>, 'cases'>) & {
      [Name in Said]: Declaration<F>[Name];
    },
): Pick<Declaration<F>, Said> {
  return declaration;
}

/** What an email says, before it is set as text and as HTML. */
export type Email = {
  subject: string;
  /** What lists of mails show after the subject; the first paragraph without it. No code stands in either. */
  preheader?: string;
  heading: string;
  paragraphs: string[];
  /** A one-time code, set large. */
  code?: string;
  /** The gift itself, shown as a ticket. */
  ticket?: Ticket;
  /** Figures, one under the other. */
  rows?: { label: string; value: string }[];
  /** What they come to. */
  total?: { label: string; value: string };
  /** What was paid, set large, in shillings. */
  figure?: { label: string; amount: number; state: string };
  button?: { label: string; url: string };
  /** In small print at the end. */
  note?: string;
};

/** The value in whole shillings. */
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
