import type { Administrator } from '@zawadi/contract/administrators';
import type { RoleName, User } from '@zawadi/contract/users';
import type { MerchantAtWork } from '@zawadi/contract/merchants';
import type { MemberRole } from '@zawadi/contract/roles';

export type SessionState =
  | { status: 'loading' }
  /**
   * `hasLeft`: signed out by Logout, so the next sign-in does not return to the open page. `hasEnded`: the page was
   * opened with an expired session, which the sign-in page then says. `whyEnded`: what the sign-in page says to an
   * administrator who was signed out for inactivity, and so was away.
   */
  | { status: 'signed-out'; hasLeft?: RoleName | undefined; hasEnded?: true; whyEnded?: string }
  /** There are tokens, but the server could not say whose they are. */
  | { status: 'unreachable' }
  | SignedIn;

export type SignedIn = {
  status: 'signed-in';
  role: RoleName;
  subject: string;
  user?: User;
  merchant?: MerchantAtWork;
  administrator?: Administrator;
  /** From the token; the server decides. */
  staffRole?: MemberRole;
};
