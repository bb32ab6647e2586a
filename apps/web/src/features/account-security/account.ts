import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import type {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  listDevices,
  renewRecoveryCodes,
  startTwoFactor,
} from '@zawadi/contract/account';
import type {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@zawadi/contract/passkeys';
import { createContext, use } from 'react';

type Ask<E extends Endpoint> = (body: CallInput<E>['body']) => Promise<CallAnswer<E>>;

/** The calls behind the security of an account; each area has its own. */
export type SecurityCalls = {
  changePassword: Ask<typeof changePassword>;
  startTwoFactor: Ask<typeof startTwoFactor>;
  enableTwoFactor: Ask<typeof enableTwoFactor>;
  disableTwoFactor: Ask<typeof disableTwoFactor>;
  renewRecoveryCodes: Ask<typeof renewRecoveryCodes>;
  listDevices: (signal: AbortSignal) => Promise<CallAnswer<typeof listDevices>>;
  signOutDevice: (id: string) => Promise<unknown>;
  signOutEverywhere: () => Promise<unknown>;
};

/** The calls about the passkeys of an account. */
export type PasskeyCalls = {
  listPasskeys: (signal: AbortSignal) => Promise<CallAnswer<typeof listPasskeys>>;
  startPasskey: Ask<typeof startPasskey>;
  addPasskey: Ask<typeof addPasskey>;
  renamePasskey: (id: string, body: CallInput<typeof renamePasskey>['body']) => Promise<unknown>;
  removePasskey: (id: string, body: CallInput<typeof removePasskey>['body']) => Promise<unknown>;
};

/** Whose security it is. */
export type Account = {
  /** What is typed to sign in, for password managers. */
  signInName: string;
  twoFactorEnabled: boolean;
  calls: SecurityCalls;
  /** Fetched by those who look at their passkeys. */
  fetchPasskeyCalls: () => Promise<PasskeyCalls>;
  /** Asks the server again, after the second factor changed. */
  reload: () => Promise<void>;
  /** What stays as it is when every device is signed out. */
  staysWhenSignedOut: string;
};

/** The account that the components of this folder are about. */
export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = use(AccountContext);
  if (account === undefined) throw new Error('these components need an AccountContext around them');
  return account;
}
