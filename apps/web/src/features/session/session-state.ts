import type { Administrator } from '@zawadi/contract/administrators';
import type { RoleName, User } from '@zawadi/contract/users';
import type { MerchantAtWork } from '@zawadi/contract/merchants';
import type { MemberRole } from '@zawadi/contract/roles';

export type SessionState =
  | { status: 'loading' }
  /**
   * `hasLeft`: by pressing Logout, so the next sign-in does not return to the page that was open. `hasEnded`: the page was
   * opened with a session that is over, which the login then says. `whyEnded`: what the login says to an administrator who did
   * nothing for too long, and is away when it happens.
   */
  | { status: 'signed-out'; hasLeft?: RoleName | undefined; hasEnded?: true; whyEnded?: string }
  /** There are tokens, but the server could not be asked whose they are. */
  | { status: 'unreachable' }
  | SignedIn;

export type SignedIn = {
  status: 'signed-in';
  role: RoleName;
  subject: string;
  user?: User;
  merchant?: MerchantAtWork;
  administrator?: Administrator;
  /** What the token says; the server decides. */
  staffRole?: MemberRole;
};
