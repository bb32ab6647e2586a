import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { claimVoucher, type PublicVoucher } from '@zawadi/contract/vouchers';
import { Smartphone } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import '../../../styles/signed-in-layer.css';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { BalanceCard } from '../../consumer/balance-card.tsx';
import { useSession } from '../../session/session.tsx';
import { SayThanks } from '../say-thanks.tsx';
import { ClaimPage } from './claim-frame.tsx';
import type { Claimed } from './claim-steps.ts';

type DoneStepProps = { voucher: PublicVoucher; claimToken: string };

/** Shows that the gift is in the wallet: the balance that the server returned, and what to do next. */
export function DoneStep({ voucher, claimToken, answer }: DoneStepProps & { answer: Claimed | undefined }) {
  const { user } = useSession();
  const title =
    user === undefined ? say('Karibu') : say('Karibu, {name}', { name: firstNameOf(user.firstName) });
  useDocumentTitle(title);
  return (
    <ClaimPage voucher={voucher}>
      <div className="claim-two solo">
        <div className="stack-5" role="status">
          <div className="result">
            <ResultMark of="completed" />
            <h1>{title}</h1>
            <p className="muted">
              {say('{sender}’s gift is in your wallet.', { sender: firstNameOf(voucher.senderName) })}
            </p>
          </div>
          <BalanceCard label={say('Wallet Balance')} amountShillings={answer?.walletBalance} />
        </div>
        <div className="foot-acts">
          <Link to="/dashboard/wallet" className={buttonClass({ wide: true })}>
            {say('Go to my wallet')}
          </Link>
          <Link
            to="/dashboard/redeem"
            search={{ way: 'withdraw' }}
            className={buttonClass({ variant: 'secondary', wide: true })}
          >
            <Icon of={Smartphone} />
            {say('Withdraw to M-PESA')}
          </Link>
          {voucher.canBeThanked && <SayThanks claimToken={claimToken} senderName={voucher.senderName} />}
        </div>
      </div>
    </ClaimPage>
  );
}

/**
 * Shows the last step again after a reload. It repeats the claim: that moves no money, and the server answers only the
 * claimer.
 */
export function ReloadedClaim({ voucher, claimToken }: DoneStepProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...queryKeys.voucher(claimToken), 'claimed'],
    queryFn: () => call(claimVoucher, { body: { claimToken } }),
    retry: false,
  });
  if (error === null) return <DoneStep voucher={voucher} claimToken={claimToken} answer={data} />;
  return (
    <ClaimPage voucher={voucher}>
      <h1 className="sr">{say('A gift on Zawadi')}</h1>
      <ErrorState title={sentenceOf(error)} onTryAgain={() => void refetch()} isTrying={isFetching}>
        {say('The money in your wallet is safe.')}
      </ErrorState>
    </ClaimPage>
  );
}
