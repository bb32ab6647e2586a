import type { RefusalCode } from './refusal-codes.ts';

/** What is wrong with one field of a request. */
export interface FieldError {
  path: string;
  message: string;
}

/** Zawadi said no, and nothing has happened. Decide by `code`; the message is a sentence for people. */
export class ZawadiRefusal extends Error {
  override readonly name = 'ZawadiRefusal';
  /** Such as `voucher_used`, and stable. A newer Zawadi may know codes that this list lacks: have a default. */
  readonly code: RefusalCode | (string & {});
  /** Of RFC 9457: the page that explains the code, if the answer names one. */
  readonly type: string | undefined;
  /** Of RFC 9457: a short phrase that is the same for each refusal with this code. */
  readonly title: string | undefined;
  /** Of HTTP. */
  readonly status: number;
  /** Tell us when you ask about it; also in the log of the portal. */
  readonly requestId: string | undefined;
  /** The one field at fault, such as `recipient.phone`. */
  readonly param: string | undefined;
  /** Of `insufficient_voucher_balance`: what is left on the voucher, in whole shillings. */
  readonly balance: number | undefined;
  /** Of `validation_failed`. */
  readonly fields: readonly FieldError[];
  /** When trying again makes sense; absent when it does not say. */
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
 * No definite answer after every attempt. A call with an effect may have had it: make the same call
 * again with this `idempotencyKey`, as late as you like, and you learn its one outcome.
 */
export class ZawadiConnectionError extends Error {
  override readonly name = 'ZawadiConnectionError';
  /** Of a call with an effect; undefined when the call only reads. */
  readonly idempotencyKey: string | undefined;
  readonly tries: number;
  /** Of the last answer, if there was one. */
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

/** This message is not from Zawadi, or too old to be believed. Answer it with 400. */
export class ZawadiWebhookError extends Error {
  override readonly name = 'ZawadiWebhookError';
  readonly code: 'headers_missing' | 'timestamp_out_of_tolerance' | 'signature_wrong' | 'payload_unreadable';

  constructor(code: ZawadiWebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
