import { createContext, use } from 'react';

/** The account whose security is shown. */
export type Account = {
  /** Name with which the person signs in; password managers store it with the new password. */
  signInName: string;
  twoFactorEnabled: boolean;
  /** Reloads the account after the second factor changed. */
  reload: () => Promise<void>;
  /** Sentence that names what stays active after all devices are signed out. */
  staysWhenSignedOut: string;
};

/** The account shown by the components in this folder. */
export const AccountContext = createContext<Account | undefined>(undefined);

export function useAccount(): Account {
  const account = use(AccountContext);
  if (account === undefined) throw new Error('this component needs an AccountContext around it');
  return account;
}
