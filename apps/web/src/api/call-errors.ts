import type { RefusalEnvelope } from '@zawadi/contract/envelope';
import { formatKes } from '@zawadi/contract/format';
import type { PasskeyRequest } from '@zawadi/contract/passkey-options';
import { wordsForRefusal } from '../i18n/catalogue.ts';
import { currentLanguage } from '../i18n/language.ts';
import { say } from '../i18n/say.ts';

/**
 * A refusal by the server. `message` is a sentence for the user; the Swahili sentence is looked up by the refusal's
 * `code`.
 */
export class CallRefused extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: readonly { path: string; message: string }[];
  readonly failureReason: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** When the refused action becomes possible (ISO timestamp). */
  readonly until: string | undefined;
  /** Contact to which the server sent the required code, masked. */
  readonly sentTo: string | undefined;
  /** Set if the server also accepts a passkey instead of the code. */
  readonly passkeyOptions: PasskeyRequest | undefined;
  /** Kinds of proof that the server accepts when the API call is repeated with a step-up. */
  readonly proofs: NonNullable<RefusalEnvelope['proofs']>;
  readonly traceId: string;
  /** True if the API explains the refusal to the user; false for a proxy's error page or an internal error. */
  readonly saysWhy: boolean;

  constructor(status: number, envelope: Partial<RefusalEnvelope>) {
    super(sentenceFor(envelope));
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
    this.sentTo = envelope.sentTo;
    this.passkeyOptions = envelope.passkeyOptions;
    this.proofs = envelope.proofs ?? [];
    this.traceId = envelope.traceId ?? '';
    this.saysWhy = envelope.customerMessage !== undefined && this.code !== 'internal_error';
  }

  /**
   * Returns the field's message. If the server repeats its main sentence at the field, returns the translated sentence.
   */
  #wordsAt({ message }: { message: string }, { customerMessage }: Partial<RefusalEnvelope>): string {
    return message === customerMessage && this.code !== 'validation_failed' ? this.message : message;
  }
}

/** Returns the refusal's sentence in the current language, with the largest amount that is possible now. */
function sentenceFor({
  code = '',
  customerMessage,
  allowed = 0,
  sentence: own,
}: Partial<RefusalEnvelope>): string {
  const sentence =
    own?.[currentLanguage()] ?? wordsForRefusal(code) ?? customerMessage ?? say(SOMETHING_WENT_WRONG);
  if (allowed === 0) return sentence;
  return say('{sentence} At most {amount} is possible now.', { sentence, amount: formatKes(allowed) });
}

/** The server's answer is missing: offline, cut off or too slow. The server may have executed the API call. */
export class CallFailed extends Error {
  constructor(cause?: unknown) {
    super(say(NETWORK_ERROR), { cause });
    this.name = 'CallFailed';
  }
}

const SOMETHING_WENT_WRONG = 'Something went wrong';
const NETWORK_ERROR = 'Network error. Please try again.';

/** Returns whether the network failed: an API call got no answer, or a code chunk did not load. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof CallFailed || isMissingCode(error);
}

// If a chunk did not load, browsers have no common error name, only "import" or "module" in the message. For
// a chunk with styles, Vite loads the styles first and throws its own message.
export function isMissingCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('Unable to preload CSS')) return true;
  return error instanceof TypeError && /import|module/iu.test(error.message);
}

/** Returns the sentence that a screen shows for a failed API call. */
export function sentenceOf(error: unknown, fallback: string = say(SOMETHING_WENT_WRONG)): string {
  if (isNoAnswer(error)) return say(NETWORK_ERROR);
  return error instanceof CallRefused && error.saysWhy ? error.message : fallback;
}
