import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';
import type { MemberRole, AdministratorRole } from './roles.ts';

/**
 * Callers of an endpoint. `signed-in` is every session: consumers, merchants' staff and administrators. `machine` is a
 * merchant's own system with its API key. `provider` is M-PESA.
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

/** A page adds this header to background requests, which do not extend an administrator's session. */
export const BACKGROUND_HEADER = 'x-background';

/** Requests per minute allowed for one account. */
export type Rate = {
  perMinute: number;
  /** Name of a path parameter. Each value of the parameter is counted separately. */
  apartBy?: string;
};

/**
 * Requests per minute without a session, counted by network. Thousands of phones of a mobile network share an IP
 * address. Requests and guesses of one phone must not block a correct secret from another.
 */
export type OpenRate = Rate & {
  /**
   * Limit on requests with a wrong password, code or token (`isWrongSecret`); `none` if the endpoint takes no secret.
   */
  guesses: number | 'none';
  /**
   * A field of path or body with an unguessable secret. Requests with a correct secret are counted by secret, however
   * many wrong ones others send.
   */
  token?: { field: string; perMinute: number };
};

/** A right of an API key: to read, to redeem and reverse, to make and change vouchers. */
export type KeyRight = 'read' | 'redeem' | 'create';

type Schema = z.ZodType;

/**
 * Callers of an endpoint. If staff or administrators sign in: the roles that may call it. For a machine: the right that
 * its key needs.
 */
type Authorisation =
  | { readonly audience: 'anyone'; readonly rate: OpenRate }
  | { readonly audience: 'provider' }
  | { readonly audience: 'consumer'; readonly needsStepUp?: true }
  | {
      readonly audience: 'machine';
      /** Name in clients that are generated from the OpenAPI document: `redeemVoucher`. Never changed. */
      readonly operationId: string;
      /** The right that the API key needs. */
      readonly keyRight: KeyRight;
    }
  | {
      readonly audience: 'merchant';
      readonly roles: readonly MemberRole[];
      /**
       * Also allowed for a manager of one place, whom the use case limits to that place. Without it, only calls that
       * cashiers may make are allowed.
       */
      readonly isForOnePlace?: true;
      readonly needsStepUp?: true;
      /** Also allowed before a temporary password is replaced. */
      readonly isBeforePasswordChange?: true;
    }
  | {
      readonly audience: 'admin';
      readonly roles: readonly AdministratorRole[];
      /**
       * For calls that decide about money, access or message texts. The session must have proven its second factor
       * within ten minutes, or the request must carry a proof (`stepUpProof`).
       */
      readonly needsStepUp?: true;
      /** Also allowed before a temporary password is replaced. */
      readonly isBeforePasswordChange?: true;
      /** Also allowed before a required second factor or passkey is enrolled. */
      readonly isBeforeTwoFactor?: true;
    }
  | {
      readonly audience: 'merchant-or-admin';
      readonly roles: readonly (MemberRole | AdministratorRole)[];
      /** Also allowed for a merchant's staff before a temporary password is replaced; never for administrators. */
      readonly isBeforePasswordChange?: true;
    }
  | {
      readonly audience: 'signed-in';
      /** Also allowed before a temporary password is replaced. */
      readonly isBeforePasswordChange?: true;
      /** Also allowed for an administrator before a required second factor or passkey is enrolled. */
      readonly isBeforeTwoFactor?: true;
    };

export type Endpoint = Authorisation & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, including `/api`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly headers?: Schema;
  readonly body?: Schema;
  /** Machines' calls without this field are deprecated (RFC 9745); the merchant's request log marks them. */
  readonly deprecatedWithout?: { readonly field: 'amount'; readonly since: string };
  /** The request's body is one file instead of JSON, and `body` is a `z.file()`. */
  readonly upload?: { readonly mediaTypes: readonly string[]; readonly maximumBytes: number };
  /** The request's body is a form (`application/x-www-form-urlencoded`) instead of JSON. */
  readonly form?: { readonly maximumBytes: number };
  /** The answer's `body` in the envelope, or the whole answer of the merchant API. */
  readonly answer: Schema;
  /** `responseMessage` of a successful answer; only the envelope has one. */
  readonly message?: string;
  readonly refusals: readonly RefusalCode[];
  readonly rate?: Rate;
  /** Needs no session, but uses a consumer's session if the request has one. */
  readonly takesSession?: true;
  /** Opens or renews a session, and binds it to the key of the device by a proof (RFC 9449). */
  readonly bindsSession?: true;
  /** Begins something new, so devices and networks on the block list are refused with `not_available_here`. */
  readonly isRefusedToBlocked?: true;
  /** The server sends its answer until the client disconnects. */
  readonly isStream?: true;
  /**
   * The answer is a file, which may be long. Only a few such requests run at once for one merchant, consumer or
   * administrator.
   */
  readonly isExport?: true;
  /**
   * The answer is compressed. It contains no secret: next to a stranger's text, the compressed length could reveal one
   * (BREACH).
   */
  readonly isCompressed?: true;
  /**
   * A well-formed request, for the OpenAPI document and for tests that call every endpoint. Its ids do not exist. A
   * request without body fields needs no example body. The build of the web app removes examples.
   */
  readonly example?: {
    readonly params?: object;
    readonly query?: object;
    readonly body?: object;
    /** A possible answer to the example request, shown in the merchant API's document. */
    readonly answer?: object;
  };
};

/** An example request and answer, with the types that the endpoint's schemas accept. */
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

/** Returns whether a refusal means that the caller's proof was wrong or unknown. */
export function isWrongSecret(code: RefusalCode): boolean {
  return WRONG_SECRETS.has(code);
}

/** Returns every endpoint among a module's exports. */
export function endpointsIn(module: object): Endpoint[] {
  return Object.values<unknown>({ ...module }).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'audience' in value && 'path' in value;
}

/** Returns whether success comes in the envelope of the specification. Machines and M-PESA get the bare answer. */
export function hasEnvelope({ audience }: Pick<Endpoint, 'audience'>): boolean {
  return audience !== 'machine' && audience !== 'provider';
}

/** Returns whether a call needs an idempotency key: each call of the merchant API that changes something. */
export function takesIdempotencyKey({ audience, method }: Pick<Endpoint, 'audience' | 'method'>): boolean {
  return audience === 'machine' && method !== 'GET';
}

/** Returns whether the session must prove its owner again before this call. */
export function needsStepUp(endpoint: Endpoint): boolean {
  return 'needsStepUp' in endpoint && endpoint.needsStepUp === true;
}

/** Returns whether the endpoint accepts a proof of the device's key (RFC 9449, the header `DPoP`). */
export function takesProof({ audience, takesSession, bindsSession }: Endpoint): boolean {
  if (audience === 'anyone') return takesSession === true || bindsSession === true;
  return audience !== 'machine' && audience !== 'provider';
}

/**
 * Returns the path of an endpoint with its parameters and query filled in.
 * @param values.params one value for each `:name` of the path
 * @param values.query entries without a value are omitted
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

/** Input of a client, before validation. */
export type CallInput<E extends Endpoint> = {
  params: In<E['params']>;
  query: In<E['query']>;
  headers: In<E['headers']>;
  body: In<E['body']>;
};

/** Input of a handler, after validation. */
export type HandlerInput<E extends Endpoint> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  headers: Out<E['headers']>;
  body: Out<E['body']>;
};

/** Value that a handler must return. */
export type HandlerAnswer<E extends Endpoint> = z.input<E['answer']>;

/** Value that a client receives. */
export type CallAnswer<E extends Endpoint> = z.output<E['answer']>;
