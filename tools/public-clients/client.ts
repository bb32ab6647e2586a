import { createRequire } from 'node:module';
import { sandboxCredentials } from '../../apps/sandbox/src/credentials.ts';

export const { consumerKey, consumerSecret, shortCode, passkey, initiatorName, initiatorPassword } =
  sandboxCredentials;

export type Step =
  | 'OAuth'
  | 'STK push'
  | 'STK query'
  | 'C2B register'
  | 'C2B simulate'
  | 'B2C'
  | 'transaction status'
  | 'account balance'
  | 'reversal';

/** Input of a step. Receipt and checkoutRequestId are from the preceding STK push. */
export type Given = {
  msisdn: string;
  /** Whole shillings. */
  amount: number;
  resultUrl: string;
  timeoutUrl: string;
  receipt: string;
  checkoutRequestId: string;
};

type Call = (given: Given) => Promise<unknown>;

/**
 * A client from npm, used as its page describes, with its defaults. `withHelp` is the same step with one more argument,
 * for steps that are refused with the defaults.
 */
export type PublicClient = {
  name: string;
  /** `STK query` returns the ResultCode. */
  steps: Record<Step, Call>;
  withHelp?: Partial<Record<Step, { help: string; call: Call }>>;
};

const requireHere = createRequire(import.meta.url);

/** The clients bring no types, or types of another time: each file says what it uses. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it loads
export function load<Module>(path: string): Module {
  return requireHere(path) as Module;
}
