import type { RefusalEnvelope } from '@zawadi/contract/envelope';
import type { PasskeyRequest } from '@zawadi/contract/passkey-options';
import { wordsForRefusal } from '../i18n/catalogue.ts';
import { say } from '../i18n/say.ts';

/** An answer of the server that says no: `message` is the sentence for the person, by its code in Swahili. */
export class CallRefused extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: readonly { path: string; message: string }[];
  readonly failureReason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** When what was refused is possible, as an ISO timestamp. */
  readonly until: string | undefined;
  /** A passkey may be given in place of the code that is asked for. */
  readonly passkeyOptions: PasskeyRequest | undefined;
  /** With what a call that needs a step-up is repeated. */
  readonly proofs: NonNullable<RefusalEnvelope['proofs']>;
  readonly traceId: string;
  /** The API wrote what is wrong; a proxy that answers with a page, or a fault, does not say. */
  readonly saysWhy: boolean;

  constructor(status: number, envelope: Partial<RefusalEnvelope>) {
    super(wordsForRefusal(envelope.code ?? '') ?? envelope.customerMessage ?? say(SOMETHING_WENT_WRONG));
    this.name = 'CallRefused';
    this.status = status;
    this.code = envelope.code ?? 'internal_error';
    this.fields = (envelope.fields ?? []).map((field) => ({
      ...field,
      message: this.#wordsAt(field, envelope),
    }));
    this.failureReason = envelope.failureReason;
    this.retryAfterSeconds = envelope.retryAfterSeconds;
    this.until = envelope.until;
    this.passkeyOptions = envelope.passkeyOptions;
    this.proofs = envelope.proofs ?? [];
    this.traceId = envelope.traceId ?? '';
    this.saysWhy = envelope.customerMessage !== undefined && this.code !== 'internal_error';
  }

  /** The server speaks English at the field too, where it says the same there as above. */
  #wordsAt({ message }: { message: string }, { customerMessage }: Partial<RefusalEnvelope>): string {
    return message === customerMessage && this.code !== 'validation_failed' ? this.message : message;
  }
}

/** No answer at all: offline, cut off, or too slow. Whether the server did the work is unknown. */
export class CallFailed extends Error {
  constructor(cause?: unknown) {
    super(say(NETWORK_ERROR), { cause });
    this.name = 'CallFailed';
  }
}

const SOMETHING_WENT_WRONG = 'Something went wrong';
const NETWORK_ERROR = 'Network error. Please try again.';

/** Nothing came back: no answer to a call, or not the code that would have made it. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof CallFailed || isMissingCode(error);
}

// Browsers agree on no name for a chunk that did not load, only on the words import or module in its message.
// Where styles come with it, Vite asks for those first and says in its own words that they did not load.
export function isMissingCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('Unable to preload CSS')) return true;
  return error instanceof TypeError && /import|module/iu.test(error.message);
}

/** The one sentence a screen shows for anything that a call throws. */
export function sentenceOf(error: unknown, fallback: string = say(SOMETHING_WENT_WRONG)): string {
  if (isNoAnswer(error)) return say(NETWORK_ERROR);
  return error instanceof CallRefused && error.saysWhy ? error.message : fallback;
}
