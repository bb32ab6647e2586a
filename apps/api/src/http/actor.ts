import type { Audience, KeyRight, MemberRole, AdministratorRole } from '@zawadi/contract';

/** The authenticated caller of each audience, established before a handler runs. */
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
  /** A `merchantId` marks the merchant. */
  'merchant-or-admin': Actors['merchant'] | Actors['admin'];
  'signed-in': SignedInAs<'consumer'> | SignedInAs<'merchant'> | SignedInAs<'admin'>;
  machine: {
    merchantId: string;
    businessName: string;
    /** For the main key, the merchant's id. */
    keyId: string;
    rights: readonly KeyRight[];
    /** Settings of the merchant. Without a list every address is allowed. */
    access: { allowedAddresses: readonly string[] | undefined; isRateLimited: boolean; isLogged: boolean };
  };
};

type SignedInAs<A extends 'consumer' | 'merchant' | 'admin'> = Actors[A] & {
  audience: A;
  /** Id of the account, equal to one of the ids above. */
  subjectId: string;
};

export type ActorOf<A extends Audience> = Actors[A];

/** Returns the name under which callers share a limit of exports. The staff of one merchant share one. */
export function tenantOf(actor: unknown): string | undefined {
  const { userId, merchantId, administratorId } = (actor ?? {}) as Record<string, string | undefined>;
  return userId ?? merchantId ?? administratorId;
}

/** Returns the account under which calls are counted; undefined for a public endpoint. */
export function accountOf(actor: unknown): string | undefined {
  // A request has its actor, but not the actor's audience.
  const { userId, merchantId, staffId, administratorId } = (actor ?? {}) as Record<
    string,
    string | undefined
  >;
  return userId ?? administratorId ?? staffId ?? merchantId;
}
