import type { Audience, KeyRight, MemberRole, AdministratorRole } from '@zawadi/contract';
import { Refusal } from '../platform/refusal.ts';

/** Authenticated caller of each audience. Known before a handler runs. */
export type Actors = {
  anyone: undefined;
  provider: undefined;
  consumer: { userId: string; sessionId: string };
  merchant: {
    merchantId: string;
    merchantCode: string;
    sessionId: string;
    staffId: string;
    staffRole: MemberRole;
    /** The only place where the member works; null for all places. */
    placeId: string | null;
    mustChangePassword: boolean;
  };
  admin: {
    administratorId: string;
    sessionId: string;
    staffRole: AdministratorRole;
    mustChangePassword: boolean;
    /** True if a second factor is required and missing. */
    mustEnrolTwoFactor: boolean;
    /** True if a passkey is required and missing. */
    mustAddPasskey: boolean;
  };
  /** Only the merchant's actor has a `merchantId`. */
  'merchant-or-admin': Actors['merchant'] | Actors['admin'];
  'signed-in': SignedInAs<'consumer'> | SignedInAs<'merchant'> | SignedInAs<'admin'>;
  machine: {
    merchantId: string;
    businessName: string;
    /** Id of the API key; for the main key, the merchant's id. */
    keyId: string;
    /** Place of the key, and the key's name as till; null for the main key. */
    at: { placeId: string; till: string | null };
    rights: readonly KeyRight[];
    /** API settings of the merchant. If there is no list of addresses, every IP address is allowed. */
    access: { allowedAddresses: readonly string[] | undefined; isRateLimited: boolean; isLogged: boolean };
  };
};

type SignedInAs<A extends 'consumer' | 'merchant' | 'admin'> = Actors[A] & {
  audience: A;
  /** Id of the account, whichever of the ids above it is. */
  subjectId: string;
};

export type ActorOf<A extends Audience> = Actors[A];

/** Returns the id under which callers share a limit of exports. All staff of one merchant share one. */
export function tenantOf(actor: unknown): string | undefined {
  const { userId, merchantId, administratorId } = (actor ?? {}) as Record<string, string | undefined>;
  return userId ?? merchantId ?? administratorId;
}

/** Returns the id of the account under which requests are counted; undefined for a public endpoint. */
export function accountOf(actor: unknown): string | undefined {
  // The ids tell the audience; the actor has no field for it.
  const { userId, merchantId, staffId, administratorId } = (actor ?? {}) as Record<
    string,
    string | undefined
  >;
  return userId ?? administratorId ?? staffId ?? merchantId;
}

/** Returns the place to which a manager is limited; undefined for other callers. */
export function managedPlaceOf(actor: Actors['merchant-or-admin']): string | undefined {
  return 'placeId' in actor && actor.staffRole === 'manager' ? (actor.placeId ?? undefined) : undefined;
}

/**
 * Returns the place to which a request is limited: a manager's only place, or else the place that the request names.
 * @throws Refusal `place_only` if a manager of one place names another
 */
export function placeWithin(actor: Actors['merchant'], named?: string): string | undefined {
  const own = managedPlaceOf(actor);
  if (own !== undefined && named !== undefined && named !== own) throw new Refusal('place_only');
  return own ?? named;
}
