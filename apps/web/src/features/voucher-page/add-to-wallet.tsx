import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSession } from '../session/session.tsx';
import { ClaimProblem } from './claim-problem.tsx';
import type { useClaim } from './use-claim.ts';

/** Adding needs a signed-in consumer; everybody else signs in first and comes back to this gift. */
export function AddToWallet({
  claim,
  claimToken,
}: {
  claim: ReturnType<typeof useClaim>;
  claimToken: string;
}) {
  const { user } = useSession();
  if (user === undefined) {
    return (
      <Link to="/login" search={{ from: `/v/${claimToken}` }} className={buttonClass({ variant: 'accent' })}>
        <Icon of={Wallet} />
        {say('Add to wallet')}
      </Link>
    );
  }
  return (
    <>
      <ClaimProblem error={claim.error} />
      <Button variant="accent" onClick={claim.add} isBusy={claim.isBusy} busyLabel={say('Adding...')}>
        <Icon of={Wallet} />
        {say('Add to wallet')}
      </Button>
    </>
  );
}
