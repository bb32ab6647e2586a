import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';
import type { MemberRole, AdministratorRole } from './roles.ts';

/**
 * Who may call an endpoint. `signed-in` is every session, of consumers, merchants' people and administrators; `machine` is
 * a merchant's own system with its API key; `provider` is M-PESA.
 */
export type Audience =
  | 'anyone'
  | 'consumer'
  | 'merchant'
  | 'admin'
  | 'merchant-or-admin'
  | 'signed-in'
  | 'machine'
  | 'provider';

/** A page sends it with calls that it makes while no one touches it: they keep no session of an administrator open. */
export const BACKGROUND_HEADER = 'x-background';

/** How often one account may call, counted per minute. */
export type Rate = {
  perMinute: number;
  /** A parameter of the path, each value of which has a count of its own. */
  apartBy?: string;
};

/**
 * How often a call without a session may be made from one network in a minute. Thousands of phones of a mobile network share
 * an address: a true secret is not refused because neighbours called, nor because they guessed.
 */
export type OpenRate = Rate & {
  /** Of these calls, the ones whose password, code or token was wrong (`isWrongSecret`); `none` where there is none to guess. */
  guesses: number | 'none';
  /** The field of path or body whose value nobody can guess: a true one has a count of its own, whatever others guess. */
  token?: { field: string; perMinute: number };
};

/** What an API key may be allowed: to look, to take from vouchers and give back, to make vouchers and change them. */
export type KeyRight = 'read' | 'redeem' | 'create';

type Schema = z.ZodType;

/** Whom an endpoint is for. Where members or administrators sign in, it also lists the roles that are let in; for a machine, the right of its key. */
type Authorisation =
  | { readonly audience: 'anyone'; readonly rate: OpenRate }
  | { readonly audience: 'consumer' | 'provider' }
  | {
      readonly audience: 'machine';
      /** What clients that are generated from the OpenAPI document call it: `redeemVoucher`. Never changed. */
      readonly operationId: string;
      /** What the API key has to be allowed. */
      readonly keyRight: KeyRight;
    }
  | {
      readonly audience: 'merchant';
      readonly roles: readonly MemberRole[];
      readonly needsStepUp?: true;
      /** Also before a temporary password is replaced. */
      readonly isBeforePasswordChange?: true;
    }
  | {
      readonly audience: 'admin';
      readonly roles: readonly AdministratorRole[];
      /**
       * Decides money, access or wording: the session has to have proven its second factor within ten minutes, or the call
       * brings a proof (`stepUpProof`).
       */
      readonly needsStepUp?: true;
      /** Also before a temporary password is replaced. */
      readonly isBeforePasswordChange?: true;
      /** Also for a person who still has to enrol a second factor or a passkey, where one is required. */
      readonly isBeforeTwoFactor?: true;
    }
  | {
      readonly audience: 'merchant-or-admin';
      readonly roles: readonly (MemberRole | AdministratorRole)[];
      /** Also for one of a merchant's people who has not replaced a temporary password yet; never for administrators. */
      readonly isBeforePasswordChange?: true;
    }
  | {
      readonly audience: 'signed-in';
      /** Also before a temporary password is replaced. */
      readonly isBeforePasswordChange?: true;
      /** Also for an administrator who still has to enrol a second factor or a passkey, where one is required. */
      readonly isBeforeTwoFactor?: true;
    };

export type Endpoint = Authorisation & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, `/api` included. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
  /** The request is one file and no JSON; `body` then is a `z.file()`. */
  readonly upload?: { readonly mediaTypes: readonly string[]; readonly maximumBytes: number };
  /** The `body` of the envelope, or the whole answer of the merchant API. */
  readonly answer: Schema;
  /** `responseMessage` of a success; only the envelope has one. */
  readonly message?: string;
  readonly refusals: readonly RefusalCode[];
  readonly rate?: Rate;
  /** Needs no session, and uses that of a consumer where there is one. */
  readonly takesSession?: true;
  /** Opens or renews a session, which a proof (RFC 9449) binds to the key of the device. */
  readonly bindsSession?: true;
  /** The answer goes on until its caller leaves. */
  readonly isStream?: true;
  /** A file that may be long: only a few at once are made for one merchant, consumer or administrator. */
  readonly isExport?: true;
  /** The answer is sent compressed: it has no secret, which its length beside the words of strangers could betray (BREACH). */
  readonly isCompressed?: true;
  /**
   * A well-formed request, for the OpenAPI document and the tests that try every call. What it names does not exist. A
   * body without fields needs none. The build of the web app leaves it out.
   */
  readonly example?: {
    readonly params?: object;
    readonly query?: object;
    readonly body?: object;
    /** What such a request could be answered; shown in the document of the merchant API. */
    readonly answer?: object;
  };
};

/** A request, and an answer, as the schemas of an endpoint take them. */
type ExampleOf<E extends Endpoint> = {
  readonly [Part in 'params' | 'query' | 'body' | 'answer']?: E[Part] extends Schema
    ? DeepReadonly<z.input<E[Part]>>
    : never;
};

type DeepReadonly<T> = T extends object ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> } : T;

/** Declares an endpoint once for the server, the web client and the OpenAPI document. */
export function endpoint<const E extends Endpoint>(declaration: E & { readonly example?: ExampleOf<E> }): E {
  return declaration;
}

const WRONG_SECRETS: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'invalid_credentials',
  'otp_invalid',
  'passkey_refused',
  'session_expired',
  'verification_code_invalid',
  'verification_link_invalid',
  'reset_link_only',
  'voucher_not_found',
]);

/** Whether a refusal says that what should prove the caller was wrong or unknown. */
export function isWrongSecret(code: RefusalCode): boolean {
  return WRONG_SECRETS.has(code);
}

/** Every endpoint among what a module exports. */
export function endpointsIn(module: object): Endpoint[] {
  return Object.values<unknown>({ ...module }).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'path' in value;
}

/** Whether success comes in the envelope of the specification. Machines and M-PESA get the answer itself. */
export function hasEnvelope({ audience }: Pick<Endpoint, 'audience'>): boolean {
  return audience !== 'machine' && audience !== 'provider';
}

/** Whether a call takes an idempotency key: of the merchant API, each that changes something. */
export function takesIdempotencyKey({ audience, method }: Pick<Endpoint, 'audience' | 'method'>): boolean {
  return audience === 'machine' && method !== 'GET';
}

/** Whether a session has to prove again that it is its owner's. */
export function needsStepUp(endpoint: Endpoint): boolean {
  return 'needsStepUp' in endpoint && endpoint.needsStepUp === true;
}

/** Whether a proof of the device's key (RFC 9449, the header `DPoP`) counts for something in this call. */
export function takesProof({ audience, takesSession, bindsSession }: Endpoint): boolean {
  if (audience === 'anyone') return takesSession === true || bindsSession === true;
  return audience !== 'machine' && audience !== 'provider';
}

/**
 * The path of an endpoint with its parameters and query filled in.
 * @param values.params one value for each `:name` of the path
 * @param values.query entries without a value are left out
 */
export function addressOf(
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: { params?: object; query?: object },
): string {
  const given = new Map(Object.entries(params));
  const path = endpoint.path.replaceAll(/:(\w+)/gu, (_whole, name: string) =>
    encodeURIComponent(String(given.get(name) ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

type In<S> = S extends Schema ? z.input<S> : undefined;
type Out<S> = S extends Schema ? z.output<S> : undefined;

/** What a caller hands over, before validation. */
export type CallInput<E extends Endpoint> = {
  params: In<E['params']>;
  query: In<E['query']>;
  headers: In<E['headers']>;
  body: In<E['body']>;
};

/** What a handler receives, after validation. */
export type HandlerInput<E extends Endpoint> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  headers: Out<E['headers']>;
  body: Out<E['body']>;
};

/** What a handler must return. */
export type HandlerAnswer<E extends Endpoint> = z.input<E['answer']>;

/** What a caller receives. */
export type CallAnswer<E extends Endpoint> = z.output<E['answer']>;
