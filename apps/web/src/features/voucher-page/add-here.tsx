import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { Wallet } from 'lucide-react';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ClaimProblem } from './claim-problem.tsx';
import { useClaim } from './use-claim.ts';

/** Adds the gift to the wallet of a signed-in visitor, and shows the outcome in place of the button. */
export function AddHere({ claimToken, canAdd }: { claimToken: string; canAdd: boolean }) {
  const { claimed, error, add, isBusy } = useClaim(claimToken);
  if (claimed !== undefined) {
    return (
      <Alert tone="success" icon={Wallet} isLive>
        <RichText
          text="<b>{amount} is in your wallet.</b> Your balance is {balance}. <link>View Wallet</link>"
          amount={formatKes(claimed.amount)}
          balance={formatKes(claimed.walletBalance)}
          link={<Link to="/dashboard/wallet" />}
        />
      </Alert>
    );
  }
  return (
    <>
      <ClaimProblem error={error} claimToken={claimToken} />
      {canAdd && (
        <Button variant="accent" onClick={add} isBusy={isBusy} busyLabel={say('Adding...')}>
          <Icon of={Wallet} />
          {say('Add to wallet')}
        </Button>
      )}
    </>
  );
}
