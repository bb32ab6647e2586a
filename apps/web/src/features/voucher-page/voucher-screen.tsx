import { useParams } from '@tanstack/react-router';
import type { Cloth } from '@zawadi/contract/purchases';
import type { ReactNode } from 'react';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { TicketSkeleton } from '../../ui/ticket-skeleton.tsx';
import { useDocumentTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueriesProvider } from '../session/queries-provider.tsx';
import { PublicHead } from '../shell/public-head.tsx';
import { useVoucher } from './use-voucher.ts';
import { VoucherView } from './voucher-view.tsx';

const words = {
  unknown: {
    title: 'We do not know this voucher.',
    sentence: 'The link may be incomplete, or there is a newer one. Look for our newest SMS or email.',
  },
  'not-yet': {
    title: 'This gift is not open yet',
    sentence: 'It is paid for. It opens at the time its sender chose.',
  },
} as const;

export { fetchVoucherEarly } from './use-voucher.ts';

/** Page behind a claim link; any holder of the link sees the gift. */
export function VoucherScreen() {
  return (
    <QueriesProvider>
      <Gift />
    </QueriesProvider>
  );
}

function Gift() {
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
    <VoucherFrame cloth={error === null ? undefined : 'plain'}>
      <Missing error={error} onTryAgain={() => void refetch()} isTrying={isFetching} />
    </VoucherFrame>
  );
}

/** Shows why there is no gift: still loading, unknown link, or server temporarily unavailable. */
export function Missing({
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
        {say('The gift is safe, but we could not load it.')}
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
      <TicketSkeleton />
    </div>
  );
}

/** Shows that this link has no gift, or that the gift is not yet delivered. */
function NoVoucher({ reason }: { reason: keyof typeof words }) {
  const title = say(words[reason].title);
  useDocumentTitle(title);
  return (
    <>
      <h1 className="sr">{say('A gift on Zawadi')}</h1>
      <EmptyState title={title}>{say(words[reason].sentence)}</EmptyState>
    </>
  );
}

/** Page around a gift. After the gift has loaded, the page has an edge of the gift's cloth. */
export function VoucherFrame({ cloth, children }: { cloth: Cloth | undefined; children: ReactNode }) {
  return (
    <>
      <div data-cloth={cloth}>
        <div className={cloth === undefined ? 'hem bare' : 'hem'} aria-hidden="true" />
      </div>
      <main className="public">
        <PublicHead className="spread" />
        {children}
      </main>
    </>
  );
}
