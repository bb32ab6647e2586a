import type { Audience, KeyRight, MemberRole, AdministratorRole } from '@zawadi/contract';

/** The authenticated caller, as established before a handler runs. */
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
    /** A second factor is required and there is none yet. */
    mustEnrolTwoFactor: boolean;
    /** A passkey is required and there is none yet. */
    mustAddPasskey: boolean;
  };
  /** `merchantId` tells which of the two it is. */
  'merchant-or-admin': Actors['merchant'] | Actors['admin'];
  'signed-in': SignedInAs<'consumer'> | SignedInAs<'merchant'> | SignedInAs<'admin'>;
  machine: {
    merchantId: string;
    businessName: string;
    /** The merchant's id for its main key. */
    keyId: string;
    rights: readonly KeyRight[];
    /** What the merchant has switched on; without a list every address is allowed. */
    access: { allowedAddresses: readonly string[] | undefined; isRateLimited: boolean; isLogged: boolean };
  };
};

type SignedInAs<A extends 'consumer' | 'merchant' | 'admin'> = Actors[A] & {
  audience: A;
  /** The id of the account, whichever of its names it has above. */
  subjectId: string;
};

export type ActorOf<A extends Audience> = Actors[A];

/** Callers that share a limit of exports: the staff of one merchant do. */
export function tenantOf(actor: unknown): string | undefined {
  const { userId, merchantId, administratorId } = (actor ?? {}) as Record<string, string | undefined>;
  return userId ?? merchantId ?? administratorId;
}

/** Whose calls are counted together; undefined for a public endpoint. */
export function accountOf(actor: unknown): string | undefined {
  // A request knows its actor, but not of which audience.
  const { userId, merchantId, staffId, administratorId } = (actor ?? {}) as Record<
    string,
    string | undefined
  >;
  return userId ?? administratorId ?? staffId ?? merchantId;
}
