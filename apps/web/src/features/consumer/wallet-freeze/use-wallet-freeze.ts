import type { WalletFreeze } from '@zawadi/contract/users';
import { useState } from 'react';
import { useUser } from '../../session/session.tsx';

/**
 * Returns the freeze of one's own wallet; null while it is open. Compares with the clock, because the server sends no
 * hint when the wait ends.
 */
export function useWalletFreeze(): WalletFreeze | null {
  const { walletFreeze } = useUser();
  const [nowMs] = useState(() => Date.now());
  const opensAt = walletFreeze?.opensAt ?? null;
  return opensAt !== null && Date.parse(opensAt) <= nowMs ? null : walletFreeze;
}
