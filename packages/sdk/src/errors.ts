import type { RefusalCode } from './refusal-codes.ts';

/** The problem with one field of a request. */
export interface FieldError {
  path: string;
  message: string;
}

/** Zawadi has refused the call, and nothing has happened. Decide by `code`; the message is a sentence for people. */
export class ZawadiRefusal extends Error {
  override readonly name = 'ZawadiRefusal';
  /** Stable, such as `voucher_used`. A newer Zawadi may send codes that are not in this list: have a default. */
  readonly code: RefusalCode | (string & {});
  /** RFC 9457 `type`: the page that explains the code, if the answer has one. */
  readonly type: string | undefined;
  /** RFC 9457 `title`: a short phrase that is the same for each refusal with this code. */
  readonly title: string | undefined;
  /** Of HTTP. */
  readonly status: number;
  /** Give it to us when you ask about the call; also in the log of the portal. */
  readonly requestId: string | undefined;
  /** The one field at fault, such as `recipient.phone`. */
  readonly param: string | undefined;
  /** With `insufficient_voucher_balance`: the voucher's balance, in whole shillings. */
  readonly balance: number | undefined;
  /** With `validation_failed`: the invalid fields. */
  readonly fields: readonly FieldError[];
  /** When a retry makes sense; undefined if the answer does not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: {
    code: string;
    status: number;
    message: string;
    type?: string | undefined;
    title?: string | undefined;
    param?: string | undefined;
    balance?: number | undefined;
    requestId?: string | undefined;
    fields?: readonly FieldError[];
    retryAfterSeconds?: number | undefined;
  }) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.requestId = refusal.requestId;
    this.type = refusal.type;
    this.title = refusal.title;
    this.param = refusal.param;
    this.balance = refusal.balance;
    this.fields = refusal.fields ?? [];
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/**
 * No definite answer after every attempt. A call with an effect may have had it. Make the same call again with this
 * `idempotencyKey`, as late as you like, to get its one outcome.
 */
export class ZawadiConnectionError extends Error {
  override readonly name = 'ZawadiConnectionError';
  /** Key of a call with an effect; undefined if the call only reads. */
  readonly idempotencyKey: string | undefined;
  readonly tries: number;
  /** HTTP status of the last answer, if there was one. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;

  constructor(failure: {
    call: string;
    tries: number;
    cause: unknown;
    idempotencyKey: string | undefined;
    status?: number | undefined;
    requestId?: string | undefined;
  }) {
    super(sentenceOf(failure), { cause: failure.cause });
    this.idempotencyKey = failure.idempotencyKey;
    this.tries = failure.tries;
    this.status = failure.status;
    this.requestId = failure.requestId;
  }
}

function sentenceOf(failure: { call: string; tries: number; idempotencyKey: string | undefined }): string {
  const { call, tries, idempotencyKey } = failure;
  const times = tries === 1 ? 'one try' : `${tries} tries`;
  return idempotencyKey === undefined
    ? `No usable answer to ${call} after ${times}.`
    : `It is not known whether ${call} had its effect (${times}). Call again with the idempotency key ` +
        `"${idempotencyKey}" to learn that; it never happens twice.`;
}

/** This message is not from Zawadi, or too old to be trusted. Answer it with 400. */
export class ZawadiWebhookError extends Error {
  override readonly name = 'ZawadiWebhookError';
  readonly code: 'headers_missing' | 'timestamp_out_of_tolerance' | 'signature_wrong' | 'payload_unreadable';

  constructor(code: ZawadiWebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
