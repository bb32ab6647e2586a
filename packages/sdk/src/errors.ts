import type { RefusalCode } from './refusal-codes.ts';

/** The problem with one field of a request. */
export interface FieldError {
  path: string;
  message: string;
}

/** Zawadi has refused the call, which had no effect. Decide by `code`; the message is a sentence for people. */
export class ZawadiRefusal extends Error {
  override readonly name = 'ZawadiRefusal';
  /**
   * Stable code, such as `voucher_used`. A newer Zawadi may send codes that are not in this list, so handle unknown
   * codes.
   */
  readonly code: RefusalCode | (string & {});
  /** RFC 9457 `type`: the page that explains the code, if the answer has one. */
  readonly type: string | undefined;
  /** RFC 9457 `title`: a short phrase that is the same for each refusal with this code. */
  readonly title: string | undefined;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Id of the request. Name it when you ask us about the call. The portal's request log shows it, too. */
  readonly requestId: string | undefined;
  /** The invalid field, such as `recipient.phone`, if the refusal is about one field. */
  readonly param: string | undefined;
  /** With `insufficient_voucher_balance`: the voucher's balance, in whole shillings. */
  readonly balance: number | undefined;
  /** With `validation_failed`: the invalid fields. */
  readonly fields: readonly FieldError[];
  /** Seconds after which a retry makes sense; undefined if the answer does not say. */
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
 * No definite answer arrived in any attempt, so a call with an effect may have succeeded. To learn its outcome, make
 * the same call again with this `idempotencyKey`. The key never expires.
 */
export class ZawadiConnectionError extends Error {
  override readonly name = 'ZawadiConnectionError';
  /** Idempotency key of a call with an effect; undefined for a call that only reads. */
  readonly idempotencyKey: string | undefined;
  readonly tries: number;
  /** HTTP status of the last answer; undefined if no answer arrived. */
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

/** The message is not from Zawadi, or is too old to be trusted. Answer it with 400. */
export class ZawadiWebhookError extends Error {
  override readonly name = 'ZawadiWebhookError';
  readonly code: 'headers_missing' | 'timestamp_out_of_tolerance' | 'signature_wrong' | 'payload_unreadable';

  constructor(code: ZawadiWebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
