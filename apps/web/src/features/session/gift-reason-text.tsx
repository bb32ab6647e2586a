import { formatKes } from '@zawadi/contract/money';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { Gift } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { loadTexts } from '../../i18n/language.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';

/** Text that names the amount which the visitor gets after signing in. */
export function GiftReasonText({ from }: { from: string }) {
  const claimToken = /^\/v\/([^/?#]+)/u.exec(from)?.[1] ?? '';
  const [shillings, setShillings] = useState<number>();
  useEffect(() => {
    const asking = new AbortController();
    const gift = call(viewVoucher, { params: { claimToken }, signal: asking.signal });
    Promise.all([gift, loadTexts('claim')]).then(
      ([{ balance, canBeClaimed }]) => setShillings(canBeClaimed && balance > 0 ? balance : undefined),
      () => undefined,
    );
    return () => asking.abort();
  }, [claimToken]);
  if (shillings === undefined) return null;
  return (
    <Alert icon={Gift}>
      {say('Sign in or create an account to add {amount} to your wallet', { amount: formatKes(shillings) })}
    </Alert>
  );
}
