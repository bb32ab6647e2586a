import type { WalletFreeze } from '@zawadi/contract/users';
import { useState } from 'react';
import { useUser } from '../../session/session.tsx';

/** The freeze of the own wallet; null while it is open. The end of its wait comes without word from the server. */
export function useWalletFreeze(): WalletFreeze | null {
  const { walletFreeze } = useUser();
  const [nowMs] = useState(() => Date.now());
  const opensAt = walletFreeze?.opensAt ?? null;
  return opensAt !== null && Date.parse(opensAt) <= nowMs ? null : walletFreeze;
}
