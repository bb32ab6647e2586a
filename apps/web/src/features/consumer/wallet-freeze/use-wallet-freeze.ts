import type { WalletFreeze } from '@zawadi/contract/users';
import { useState } from 'react';
import { useUser } from '../../session/session.tsx';

/**
 * Returns the freeze of the consumer's wallet, or null if it is not frozen. Compares with the clock, because no live
 * hint announces the end of a freeze.
 */
export function useWalletFreeze(): WalletFreeze | null {
  const { walletFreeze } = useUser();
  const [nowMs] = useState(() => Date.now());
  const opensAt = walletFreeze?.opensAt ?? null;
  return opensAt !== null && Date.parse(opensAt) <= nowMs ? null : walletFreeze;
}
