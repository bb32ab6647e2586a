import type { Administrator } from '@zawadi/contract/administrators';
import type { RoleName, User } from '@zawadi/contract/users';
import type { MerchantAtWork } from '@zawadi/contract/merchants';
import type { MemberRole } from '@zawadi/contract/roles';

export type SessionState =
  | { status: 'loading' }
  /**
   * `hasLeft`: the user clicked Logout, so the next sign-in does not return to the open page. `hasEnded`: the page was
   * opened with an expired session, and the sign-in page shows that. `whyEnded`: sentence on the sign-in page for an
   * administrator who was signed out for inactivity.
   */
  | { status: 'signed-out'; hasLeft?: RoleName | undefined; hasEnded?: true; whyEnded?: string }
  /** There are stored tokens, but the server did not answer whose they are. */
  | { status: 'unreachable' }
  | SignedIn;

export type SignedIn = {
  status: 'signed-in';
  role: RoleName;
  subject: string;
  user?: User;
  merchant?: MerchantAtWork;
  administrator?: Administrator;
  /** Role in the access token; the server enforces it. */
  staffRole?: MemberRole;
};

/** Returns whether a manager sees only one place of the merchant. The server enforces it. */
export function isManagerOfOnePlace({
  merchant,
  staffRole,
}: Pick<SignedIn, 'merchant' | 'staffRole'>): boolean {
  return staffRole === 'manager' && merchant?.ownPlace !== undefined;
}
