import { useParams } from '@tanstack/react-router';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { NoVoucher } from './no-voucher.tsx';
import { useVoucher } from './use-voucher.ts';
import { VoucherFrame } from './voucher-frame.tsx';
import { VoucherView } from './voucher-view.tsx';

/** The page behind a claim link: anybody with the link sees the gift. */
export function VoucherScreen() {
  const { token: claimToken } = useParams({ from: '/v/$token' });
  const { data: voucher, error, isFetching, refetch } = useVoucher(claimToken);
  if (voucher !== undefined) {
    return (
      <VoucherFrame cloth={voucher.cloth}>
        <VoucherView voucher={voucher} claimToken={claimToken} />
      </VoucherFrame>
    );
  }
  return (
    <VoucherFrame cloth="plain">
      <Missing error={error} onTryAgain={() => void refetch()} isTrying={isFetching} />
    </VoucherFrame>
  );
}

function Missing({
  error,
  onTryAgain,
  isTrying,
}: {
  error: Error | null;
  onTryAgain: () => void;
  isTrying: boolean;
}) {
  if (error === null) return <VoucherSkeleton />;
  if (error instanceof CallRefused && (error.status === 404 || error.status === 422))
    return <NoVoucher reason="unknown" />;
  if (error instanceof CallRefused && error.code === 'voucher_not_yet_delivered')
    return <NoVoucher reason="not-yet" />;
  return (
    <>
      <h1 className="sr">{say('A gift on Zawadi')}</h1>
      <ErrorState title={sentenceOf(error)} onTryAgain={onTryAgain} isTrying={isTrying}>
        {say('The gift is safe. We could not fetch it.')}
      </ErrorState>
    </>
  );
}

function VoucherSkeleton() {
  return (
    <div className="stack-5" aria-busy="true">
      <h1 className="sr">{say('A gift on Zawadi')}</h1>
      <p className="sr">{say('Loading...')}</p>
      <SkeletonBlock height="2.25rem" width="min(26rem, 90%)" />
      <SkeletonBlock height="21rem" />
      <SkeletonBlock height="3rem" width="12rem" radius="8px" />
    </div>
  );
}
