import type { MerchantEvent } from '@zawadi/contract/merchants-admin';
import type { Merchant } from '@zawadi/contract/merchants';
import { Facts } from '../../../ui/facts.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Time } from '../../../ui/time.tsx';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchantTimeline } from './use-merchant-record.ts';

/** Since when the merchant is with us, and everything that was done to its account. */
export function ActivityTimeline({ merchant }: { merchant: Merchant }) {
  const { createdAt, lastUpdatedAt, lastLogin } = merchant;
  return (
    <Sheet title="Activity Timeline" isPadded>
      <div className="stack">
        <Facts
          facts={[
            { label: 'Account created', value: <Time at={createdAt} /> },
            { label: 'Last updated', value: <Time at={lastUpdatedAt} /> },
            { label: 'Last login', value: lastLogin === null ? 'Never' : <Time at={lastLogin} /> },
          ]}
        />
        <Events merchantId={merchant.merchantId} />
      </div>
    </Sheet>
  );
}

function Events({ merchantId }: Pick<Merchant, 'merchantId'>) {
  const { data, error, isFetching, refetch, ...more } = useMerchantTimeline(merchantId);
  if (data === undefined && error === null) return <ListSkeleton rows={3} />;
  if (data === undefined) {
    return <LoadFailure title="Failed to load the timeline" of={{ error, isFetching, refetch }} />;
  }
  return (
    <>
      <Timeline items={data.pages.flatMap((page) => page.events.map(itemOf))} />
      {more.hasNextPage && (
        <MoreButton onMore={() => void more.fetchNextPage()} isBusy={more.isFetchingNextPage} />
      )}
    </>
  );
}

function itemOf({ eventId, at, description, actorName, reason }: MerchantEvent): TimelineItem {
  const by = actorName === '' ? undefined : `by ${actorName}`;
  return {
    key: eventId,
    state: 'done',
    title: description,
    time: timeText(new Date(at)),
    note: [by, reason].filter((part) => part !== undefined && part !== '').join(': ') || undefined,
  };
}
