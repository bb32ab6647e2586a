import type { FeesAndLimits, LanguageName, UssdLimits } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ReadSimSwap } from '../../mpesa/client/index.ts';
import type { OrderDeps, OrderKey } from '../../mpesa/orders/index.ts';
import { screenOf, type ScreenData, type ScreenName } from './screens.ts';
import type { SessionData } from './store.ts';

/** Dependencies of the answer to a USSD request. */
export type UssdDeps = OrderDeps & {
  isClosed: () => Promise<boolean>;
  /** Runs work that the answer does not wait for. */
  background: (work: Promise<unknown>) => void;
  /** Reads when a SIM was swapped; undefined if the operator has not bought that product. */
  readSimSwap: ReadSimSwap | undefined;
};

/** One request within its transaction, as steps see it. */
export type Call = {
  tx: Transaction;
  deps: UssdDeps;
  /** Id of the session's row. */
  sessionId: string;
  msisdn: string;
  /** The caller's mobile operator, as the gateway names it. */
  networkCode: string;
  /** Undefined until the caller chooses one. */
  language: LanguageName | undefined;
  /** All inputs of the session. The step that takes one of them reads earlier ones by their positions. */
  inputs: string[];
  /** Position of the input that is taken now. */
  position: number;
  /** Whether the request brings only one input, which answers a screen that was sent before. */
  isAlone: boolean;
  areAliasesOn: boolean;
  /** In shillings. */
  walletLimit: number;
  ussdLimits: UssdLimits;
  /** Why gifts cannot be claimed now. */
  stop: Refusal | undefined;
  /** Why no money can be withdrawn now. */
  withdrawingStop: Refusal | undefined;
  /** Why no gift can be bought now. */
  buyingStop: Refusal | undefined;
  /** Whether the wallet pays for gifts. */
  doesWalletPay: boolean;
  feesAndLimits: FeesAndLimits;
  /** Work to do after the transaction and the answer, such as sending an order to M-PESA. */
  afterAnswer: (() => Promise<unknown>)[];
  /** Prompts that were opened in this transaction, to be sent once the session is over. */
  prompts: OrderKey[];
  /** When the request must be committed, by `performance.now()`. */
  deadlineMs: number;
};

/** A screen, with the data that the next input needs. */
export type Shown = { text: string; isLast?: boolean; data?: SessionData };

/** Renders a screen in the caller's language. */
export function say<Name extends ScreenName>(
  { language = 'en' }: Pick<Call, 'language'>,
  name: Name,
  data: ScreenData<Name>,
): string {
  return screenOf(name, language, data);
}
