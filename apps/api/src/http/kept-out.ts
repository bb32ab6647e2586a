import * as contract from '@zawadi/contract';
import type { Audience, Endpoint } from '@zawadi/contract';

/** What an administrator signs in with, and what their pages load. A refresh needs a session, and only theirs are opened. */
const OPEN_TO_ALL: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.adminLogin,
  contract.generateAdminPasswordOtp,
  contract.resetAdminPassword,
  contract.resetAdminPasswordByLink,
  contract.refresh,
  contract.logout,
  contract.publicSettings,
  contract.readLogo,
  contract.readPicture,
]);

/** The path says whose sign-in it is. */
const SIGN_IN_BY_PASSKEY: ReadonlySet<Endpoint> = new Set<Endpoint>([
  contract.passkeySignInOptions,
  contract.signInByPasskey,
]);

/** M-PESA's callbacks are stored all the same. */
const OPEN_AUDIENCES: ReadonlySet<Audience> = new Set(['admin', 'provider']);

/** Who else has a session that may be an administrator's, which is known once it has been read. */
const OF_SEVERAL: ReadonlySet<Audience> = new Set(['signed-in', 'merchant-or-admin']);

/**
 * Whether a call is refused while the system is closed after a restore, by any caller. Balances and vouchers may be
 * wrong then, so only administrators and M-PESA get in.
 */
export function isKeptOut(endpoint: Endpoint, params: unknown): boolean {
  const { audience } = endpoint;
  if (OPEN_AUDIENCES.has(audience) || OF_SEVERAL.has(audience) || OPEN_TO_ALL.has(endpoint)) return false;
  const { audience: door } = (params ?? {}) as { audience?: unknown };
  return !(SIGN_IN_BY_PASSKEY.has(endpoint) && door === 'admin');
}

/** Whether the caller who has been let in is not a consumer or one of a merchant's people. */
export function isForAdministrator({ audience }: Endpoint, actor: unknown): boolean {
  return !OF_SEVERAL.has(audience) || 'administratorId' in Object(actor);
}
