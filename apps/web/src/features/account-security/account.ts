import { createContext, use } from 'react';

/** The account whose security is shown. */
export type Account = {
  /** Name typed to sign in, for password managers. */
  signInName: string;
  twoFactorEnabled: boolean;
  /** Reloads the account after the second factor changed. */
  reload: () => Promise<void>;
  /** Sentence about what signing out every device does not change. */
  staysWhenSignedOut: string;
};

/** The account that this folder's components show. */
export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = use(AccountContext);
  if (account === undefined) throw new Error('this component needs an AccountContext around it');
  return account;
}
