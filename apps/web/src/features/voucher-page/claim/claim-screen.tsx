import { Link, useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { longDateText } from '../../../ui/time-text.ts';
import { useSession } from '../../session/session.tsx';
import { useVoucher } from '../use-voucher.ts';
import { canBeClaimed, voucherSentence } from '../voucher-page-state.ts';
import { Missing, VoucherFrame } from '../voucher-screen.tsx';
import { ClaimFrame } from './claim-frame.tsx';
import type { ClaimSearch } from './claim-search.ts';
import {
  keepProgress,
  readProgress,
  type Claimed,
  type ClaimProgress,
  type StepProps,
} from './claim-steps.ts';
import { ReloadedClaim, DoneStep } from './done-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { SignedInStep } from './signed-in-step.tsx';
import { WalletStep } from './wallet-step.tsx';

/** Claims a gift, from its link to the wallet, on one page: phone number and account, then done. */
export function ClaimScreen() {
  const { token: claimToken } = useParams({ from: '/v/$token/claim' });
  const { data: voucher, error, isFetching, refetch } = useVoucher(claimToken);
  const [claimed, setClaimed] = useState<{ voucher: PublicVoucher; answer: Claimed }>();
  const isAsked = useRouterState({ select: ({ location }) => location.state.isClaiming === true });
  // Keep this state here: a sign-in refetches the gift and remounts the steps.
  const [isGoingOn, setGoingOn] = useState(isAsked);
  if (claimed !== undefined) return <DoneStep claimToken={claimToken} {...claimed} />;
  if (voucher === undefined) {
    return (
      <VoucherFrame cloth="plain">
        <Missing error={error} onTryAgain={() => void refetch()} isTrying={isFetching} />
      </VoucherFrame>
    );
  }
  return (
    <Steps
      voucher={voucher}
      claimToken={claimToken}
      onClaimed={(answer) => setClaimed({ voucher, answer })}
      isGoingOn={isGoingOn}
      onSignIn={setGoingOn}
    />
  );
}

type StepsProps = StepProps & {
  /** Whether to add the gift without a further click as soon as the person is signed in. */
  isGoingOn: boolean;
  onSignIn: (isGoingOn: boolean) => void;
};

function Steps({ isGoingOn, onSignIn, ...props }: StepsProps) {
  const { voucher, claimToken, onClaimed } = props;
  const { step } = useSearch({ from: '/v/$token/claim' });
  const { user } = useSession();
  const navigate = useNavigate({ from: '/v/$token/claim' });
  const [progress, setProgress] = useState(() => readProgress(claimToken));
  const keep = (next: ClaimProgress) => {
    keepProgress(claimToken, next);
    setProgress(next);
  };
  const goTo = (next: ClaimSearch['step'], isReplacing = false) =>
    void navigate({ search: next === undefined ? {} : { step: next }, replace: isReplacing });
  const finish = (answer: Claimed) => {
    keep({});
    onClaimed(answer);
    goTo('done', true);
  };

  if (user !== undefined && voucher.status === 'CLAIMED' && step === 'done')
    return <ReloadedClaim voucher={voucher} claimToken={claimToken} />;
  const isHeld = canBeClaimed(voucher.status) && voucher.balance === 0;
  if (!canBeClaimed(voucher.status) || isHeld || voucher.isFrozen || !voucher.canBeClaimed)
    return <Gone voucher={voucher} claimToken={claimToken} />;
  if (user !== undefined)
    return <SignedInStep {...props} onClaimed={finish} user={user} isGoingOn={isGoingOn} />;
  if (step === 'sign-in') return <SignInStep voucher={voucher} onBegin={onSignIn} />;
  return (
    <WalletStep
      {...props}
      {...progress}
      onSent={(sent) => keep({ sent })}
      onProven={(proven) => keep({ ...progress, proven })}
      onClaimed={finish}
      onProofLost={() => keep({})}
    />
  );
}

/** Shown if nothing is left to claim: the reason, and what the person can still do. */
function Gone({ voucher, claimToken }: Pick<StepProps, 'voucher' | 'claimToken'>) {
  const gone = canBeClaimed(voucher.status)
    ? say('This gift cannot be added now')
    : say('This gift cannot be added any more');
  const title = voucher.canBeClaimed ? gone : say('For this shop only');
  return (
    <ClaimFrame voucher={voucher} title={title}>
      <p>{voucherSentence(voucher, longDateText(new Date(voucher.expiresAt)))}</p>
      <div className="foot-acts">
        <Link to="/v/$token" params={{ token: claimToken }} className={buttonClass({ wide: true })}>
          {say('Back to the gift')}
        </Link>
        <Link to="/support" className={buttonClass({ variant: 'quiet', wide: true })}>
          {say('Write to support')}
        </Link>
      </div>
    </ClaimFrame>
  );
}
