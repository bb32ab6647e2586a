import { todaysRedemptions, type TillRedemption } from '@zawadi/contract/redemptions';
import { shortReference } from '@zawadi/contract/short-reference';
import { lazy, Suspense, useState } from 'react';
import { say, type Phrase } from '../../../i18n/say.ts';
import { sentenceOf } from '../../../api/call.ts';
import { StatusText } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Time } from '../../../ui/time.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { CloseMyDay } from '../day-closes/close-my-day.tsx';
import { useMerchant } from '../../session/session.tsx';
import { usePages } from '../../lists/use-pages.ts';

const RedemptionDialog = lazy(async () => ({ default: (await import('./outcomes.tsx')).RedemptionDialog }));

type Whose = 'me' | 'everybody';

// Polls, because the shop's other tills redeem, too.
const REFRESH_EVERY_MS = 10_000;

/** Today's redemptions, newest first, refetched regularly. A cashier sees only their own. */
export function TodaysRedemptions() {
  const { staffRole } = useMerchant();
  const maySeeAll = staffRole !== 'cashier';
  const [of, setOf] = useState<Whose>(maySeeAll ? 'everybody' : 'me');
  const today = useTodaysRedemptions(of);
  const [opened, setOpened] = useState<TillRedemption>();
  return (
    <Sheet
      title={of === 'me' ? say('Today, by me') : say('Today at this shop')}
      action={today.amount !== undefined && <Money amountShillings={today.amount} />}
    >
      {maySeeAll && <WhoseChoice of={of} onOf={setOf} />}
      <Rows today={today} onOpen={setOpened} />
      <div className="pad">
        <CloseMyDay />
      </div>
      {opened !== undefined && (
        <Suspense>
          <RedemptionDialog redemption={opened} onChanged={setOpened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Sheet>
  );
}

const CHOICES = [
  ['everybody', 'Everybody'],
  ['me', 'Only me'],
] as const satisfies readonly (readonly [Whose, Phrase])[];

function WhoseChoice({ of, onOf }: { of: Whose; onOf: (of: Whose) => void }) {
  return (
    <div className="till-whose" role="group" aria-label={say('Redemptions served by')}>
      {CHOICES.map(([value, label]) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={of === value}
          onClick={() => onOf(value)}
        >
          {say(label)}
        </button>
      ))}
    </div>
  );
}

type RowsProps = {
  today: ReturnType<typeof useTodaysRedemptions>;
  onOpen: (redemption: TillRedemption) => void;
};

function Rows({ today, onOpen }: RowsProps) {
  if (today.redemptions === undefined) {
    if (today.error === null) return <ListSkeleton rows={4} />;
    return (
      <ErrorState
        title={say('Today’s list could not be loaded')}
        onTryAgain={today.refetch}
        isTrying={today.isBusy}
      >
        {sentenceOf(today.error)}
      </ErrorState>
    );
  }
  if (today.redemptions.length === 0) {
    return (
      <EmptyState title={say('Nothing redeemed yet today')}>
        {say('Ask the customer for the code of the voucher: it is in the SMS, and on its page as a QR code.')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="moves">
        {today.redemptions.map((redemption) => (
          <Row key={redemption.redemptionId} redemption={redemption} onOpen={onOpen} />
        ))}
      </ul>
      {today.hasMore && <MoreButton onMore={today.more} isBusy={today.isLoadingMore} />}
    </>
  );
}

function Row({ redemption, onOpen }: { redemption: TillRedemption; onOpen: RowsProps['onOpen'] }) {
  const { recipientName, cloth, redeemedAt, servedBy, channel, amount, reversedAt } = redemption;
  const { codeLastFour, redemptionId } = redemption;
  const isReversed = reversedAt !== undefined;
  return (
    <li>
      <TicketSwatch cloth={cloth} small />
      <div className="what">
        <button type="button" className="move-open" onClick={() => onOpen(redemption)}>
          {recipientName}
        </button>
        <span className="when">
          <Time at={redeemedAt} /> · {channel === 'api' ? servedBy : firstNameOf(servedBy)}
        </span>
        <span className="when parts">
          <span className="code">•••• {codeLastFour}</span>
          <span className="code" title={say('Receipt')}>
            {shortReference(redemptionId)}
          </span>
        </span>
      </div>
      <div className="side">
        <Money amountShillings={amount} direction={isReversed ? 'returned' : 'in'} />
        <StatusText status={isReversed ? 'Reversed' : 'Completed'} />
      </div>
    </li>
  );
}

/** Loads today's redemptions, and polls while the page is on the screen. */
function useTodaysRedemptions(of: Whose) {
  const list = usePages(todaysRedemptions, {
    queryKey: queryKeys.todaysRedemptions(of),
    query: { of },
    refetchIntervalMs: REFRESH_EVERY_MS,
  });
  return {
    redemptions: list.data?.pages.flatMap((page) => page.redemptions),
    amount: list.data?.pages[0]?.amount,
    error: list.error,
    isBusy: list.isFetching,
    refetch: () => void list.refetch(),
    hasMore: list.hasNextPage,
    more: () => void list.fetchNextPage(),
    isLoadingMore: list.isFetchingNextPage,
  };
}
