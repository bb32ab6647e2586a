import { z } from 'zod';
import { takesIdempotencyKey, type Endpoint } from './endpoint.ts';
import { fieldProblem } from './envelope.ts';
import { balanceShillings, shillings } from './money.ts';
import { shillingsOrAll, voucherId } from './merchant-api.ts';
import { fault, refusals, type RefusalCode } from './refusals.ts';
import { settlementBatchId } from './settlements.ts';
import {
  cursor,
  day,
  email,
  giftMessage,
  metadata,
  momentOrDay,
  msisdn,
  shortText,
  timestamp,
  uuid,
} from './text.ts';
import { recipientName } from './names.ts';

/** Format of every refusal and fault of the merchant API (RFC 9457). */
export const problem = z
  .object({
    type: z.url().describe('The page that explains this code.'),
    title: z
      .string()
      .describe('The meaning of the code in a few words, the same for each problem with this code.'),
    status: z.number().int().describe('The HTTP status.'),
    detail: z.string().describe('The problem with this request, as a sentence for people.'),
    instance: z.string().describe('This request, as a URN.'),
    code: z
      .string()
      .describe('A stable code for your program to decide by. Codes never change; new codes may be added.'),
    request_id: z
      .string()
      .describe('The id in the header `Request-Id`. Name it when you ask us about the request.'),
    param: z
      .string()
      .optional()
      .describe('The invalid field or parameter, if there is exactly one: `amount`, `recipient.phone`.'),
    errors: z.array(fieldProblem).optional().describe('All invalid fields.'),
    balance: balanceShillings
      .optional()
      .describe(
        'With `insufficient_voucher_balance` and `voucher_used`: the balance of the voucher, in shillings.',
      ),
    allowed: balanceShillings
      .optional()
      .describe(
        'With `transaction_limit`, `daily_limit` and `capture_exceeds_hold`: the largest amount that is possible now.',
      ),
    used_at: timestamp
      .optional()
      .describe(
        'With `voucher_used`: when the rest of the voucher was redeemed. Absent if that happened at the same moment.',
      ),
  })
  .meta({ id: 'Problem', description: 'Why a call was refused (RFC 9457).' });

export type Problem = z.infer<typeof problem>;
export type ProblemCode = RefusalCode | typeof fault.code;

type Words = { title?: string; detail?: string };

/** Texts for developers, in place of texts in `refusals.ts` that are written for a person at a screen. */
const forPrograms: Partial<Record<ProblemCode, Words>> = {
  invalid_json: { title: 'Invalid JSON', detail: 'The body is no valid JSON.' },
  repeated_field: { detail: 'An object of the body gives one field twice. Send each field once.' },
  unsupported_media_type: { detail: 'Send the body as JSON, with Content-Type: application/json.' },
  idempotency_key_missing: { title: 'Idempotency-Key missing' },
  idempotency_key_reused: {
    title: 'Idempotency-Key reused',
    detail: 'This Idempotency-Key was used with another payload. Use a new key for a new request.',
  },
  idempotency_key_in_use: { title: 'Idempotency-Key in use' },
  not_found: { detail: 'There is nothing at this address: compare method and path with the reference.' },
  method_not_allowed: {
    detail: 'This address does not take this method. The header Allow lists its methods.',
  },
  body_too_large: { detail: 'A body may have 64 KB.' },
  validation_failed: { detail: 'A field of this request does not fit.' },
  too_many_requests: { detail: 'Too many requests. Wait as long as Retry-After says.' },
  overloaded: { detail: 'We are very busy. Repeat the request with the same key, as Retry-After says.' },
  closed_after_restore: {
    title: 'Closed for checks',
    detail: 'We are checking our records after a fault. Repeat the request later, with the same key.',
  },
  not_available_here: {
    title: 'Not available here',
    detail:
      'We take no new requests from this network, and this request did nothing. Contact our support with the request id. Captures, releases and reads still work.',
  },
  unauthenticated: {
    detail:
      'The API key or secret is missing or wrong. Send them by HTTP Basic authentication, as user and password, or as `Bearer key.secret`.',
  },
  transaction_limit: { title: 'Above the limit of a transaction' },
  daily_limit: { title: 'Above the limit of a day' },
  voucher_used: { title: 'Voucher used up' },
  voucher_claimed: { title: 'Voucher added to a wallet' },
  voucher_void: { title: 'Voucher no longer valid' },
  expiry_moment_invalid: {
    title: 'Expiry not possible',
    detail: 'expires_at must be from now up to 24 months ahead.',
  },
  internal_error: {
    title: 'Internal error',
    detail:
      'Something went wrong on our side, and the outcome is not known. Repeat the request with the same key.',
  },
};

/** The invalid field, if the code is always about this field. */
const atFault: Partial<Record<ProblemCode, string>> = {
  expiry_moment_invalid: 'expires_at',
  voucher_used: 'id',
  voucher_claimed: 'id',
  voucher_expired: 'id',
  voucher_void: 'id',
  insufficient_voucher_balance: 'amount',
  transaction_limit: 'amount',
  daily_limit: 'amount',
  capture_exceeds_hold: 'amount',
};

/**
 * Describes a code for the merchant API: HTTP status, title, usual sentence, and the invalid field if the code names
 * one.
 */
export function describeProblem(code: ProblemCode): {
  status: number;
  title: string;
  detail: string;
  param: string | undefined;
} {
  const { status, message } = code === fault.code ? fault : refusals[code];
  const { title = inWords(code), detail = message } = forPrograms[code] ?? {};
  return { status, title, detail, param: atFault[code] };
}

function inWords(code: string): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}

/**
 * Returns every code with which an endpoint of the merchant API can refuse: declared codes, and codes that follow from
 * its input.
 */
export function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { refusals: own, params, query, body } = endpoint;
  return [
    ...new Set<ProblemCode>([
      ...(body ? (['invalid_json', 'repeated_field', 'unsupported_media_type'] as const) : []),
      ...(takesIdempotencyKey(endpoint) ? (['idempotency_key_missing'] as const) : []),
      'unauthenticated',
      'merchant_not_active',
      'address_not_allowed',
      'key_not_allowed',
      ...(endpoint.isRefusedToBlocked ? (['not_available_here'] as const) : []),
      ...own,
      ...(takesIdempotencyKey(endpoint) ? (['idempotency_key_in_use'] as const) : []),
      ...(body ? (['body_too_large'] as const) : []),
      ...((params ?? query ?? body) ? (['validation_failed'] as const) : []),
      'unknown_field',
      ...(takesIdempotencyKey(endpoint) ? (['idempotency_key_reused'] as const) : []),
      'too_many_requests',
      fault.code,
      'overloaded',
      'closed_after_restore',
    ]),
  ];
}

const expectations = z
  .registry<{ words: string }>()
  .add(shillings, { words: 'a whole number of shillings, 1 or more' })
  .add(shillingsOrAll, { words: 'a whole number of shillings, 1 or more, or "all"' })
  .add(voucherId, { words: 'the id of a voucher (a UUID), its full code, or its number of 13 digits' })
  .add(settlementBatchId, { words: 'the id of a settlement, such as ST-20261122-DC0G1' })
  .add(msisdn, { words: 'a Kenyan mobile number, such as 254712345678' })
  .add(email, { words: 'an email address' })
  .add(recipientName, { words: 'one line of 1 to 80 characters' })
  .add(shortText, { words: 'one line of at most 200 characters' })
  .add(giftMessage, { words: 'a text of at most 300 characters' })
  .add(uuid, { words: 'an id as an earlier answer gave it (a UUID)' })
  .add(day, { words: 'a day, such as 2026-12-31' })
  .add(timestamp, { words: 'a moment with its offset, such as 2026-12-31T18:00:00+03:00' })
  .add(momentOrDay, {
    words: 'a day (2026-12-31) or a moment with its offset (2026-12-31T18:00:00+03:00)',
  })
  .add(metadata, { words: 'an object of at most 20 texts, each under a name of its own, with 2 KB in all' })
  .add(cursor, { words: 'the next_cursor of the page before' });

/** Describes for a developer which input a field accepts; undefined if there is no description. */
export function expectationOf(schema: z.core.$ZodType): string | undefined {
  return expectations.get(schema)?.words;
}
