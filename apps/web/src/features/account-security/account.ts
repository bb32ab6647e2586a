import { createContext, use } from 'react';

/** Whose security it is. */
export type Account = {
  /** What is typed to sign in, for password managers. */
  signInName: string;
  twoFactorEnabled: boolean;
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
