import type { FeesAndLimits, LanguageName, UssdLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { screenOf, type ScreenData, type ScreenName } from './screens.ts';
import type { SessionData } from './store.ts';

/** One request within its transaction, as steps see it. */
export type Call = {
  tx: Transaction;
  deps: Pick<Deps, 'config' | 'keys' | 'clock'>;
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
  feesAndLimits: FeesAndLimits;
  /** Orders to M-PESA that were opened in this transaction, to be sent after it. */
  payOuts: { kind: 'withdrawal'; homeId: string; id: string }[];
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
