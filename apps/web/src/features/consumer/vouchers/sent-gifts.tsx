import { Link } from '@tanstack/react-router';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { Gift } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { isOver, sentGiftState, sentGiftWay } from './sent-gift-words.ts';
import { useSentGifts } from './use-gifts.ts';
import './gifts.css';

// Loaded when it opens, because it needs the form library.
const SentGiftDialog = lazy(async () => ({
  default: (await import('./sent-gift-dialog.tsx')).SentGiftDialog,
}));

/** Gifts that the consumer sent: the state of each, and its possible actions. */
export function SentGifts() {
  return (
    <Sheet title={say('Gifts I sent')}>
      <Gifts />
    </Sheet>
  );
}

function Gifts() {
  const gifts = useSentGifts();
  if (gifts.data === undefined) {
    if (gifts.error === null) return <ListSkeleton rows={5} />;
    return <LoadFailure of={gifts}>{say('Your gifts are safe. We could not reach the server.')}</LoadFailure>;
  }
  const shown = gifts.data.pages.flatMap((page) => page.gifts);
  if (shown.length === 0) return <NothingSent />;
  return (
    <>
      <SentGiftRows gifts={shown} />
      {gifts.hasNextPage && (
        <MoreButton onMore={() => void gifts.fetchNextPage()} isBusy={gifts.isFetchingNextPage} />
      )}
    </>
  );
}

/** Sent gifts, one in each row; a click opens its details and actions. */
export function SentGiftRows({ gifts }: { gifts: readonly SentGift[] }) {
  const [openId, setOpenId] = useState<string>();
  const open = gifts.find(({ voucherId }) => voucherId === openId);
  return (
    <>
      <ul className="gift-rows">
        {gifts.map((gift) => (
          <SentRow key={gift.voucherId} gift={gift} onOpen={() => setOpenId(gift.voucherId)} />
        ))}
      </ul>
      {open !== undefined && (
        <Suspense>
          <SentGiftDialog gift={open} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function SentRow({ gift, onOpen }: { gift: SentGift; onOpen: () => void }) {
  return (
    <li className={isOver(gift.status) ? 'ticket-row is-faded' : 'ticket-row'}>
      <TicketSwatch cloth={gift.cloth} />
      <div className="gift-who">
        <button type="button" className="gift-open" onClick={onOpen}>
          {gift.recipientName}
        </button>
        <span className="tiny muted num">
          {sentGiftWay(gift)} · {gift.lastFour}
        </span>
      </div>
      <div className="gift-side">
        <span className="money">{formatKes(gift.value)}</span>
        <StatusBadge status={sentGiftState(gift)} />
      </div>
    </li>
  );
}

function NothingSent() {
  return (
    <EmptyState
      title={say('No gift sent yet')}
      action={
        <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'accent' })}>
          <Icon of={Gift} />
          {say('Buy Gift Card')}
        </Link>
      }
    />
  );
}
