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

/** Input of a step. The preceding STK push returned receipt and checkoutRequestId. */
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
 * A Daraja client from npm, used with its defaults, as its npm page describes. `withHelp` has steps that the sandbox
 * refuses with the defaults, with one more argument.
 */
export type PublicClient = {
  name: string;
  /** `STK query` returns the ResultCode. */
  steps: Record<Step, Call>;
  withHelp?: Partial<Record<Step, { help: string; call: Call }>>;
};

const requireHere = createRequire(import.meta.url);

/** Loads a client. The clients have no types or outdated types, so each file declares the types that it uses. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the type of the module
export function load<Module>(path: string): Module {
  return requireHere(path) as Module;
}
