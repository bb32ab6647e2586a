import type { ReceivedGift as Gift } from '@zawadi/contract/vouchers-gifts';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { AddedGift, type Added } from './added-gift.tsx';
import { ReceivedGift } from './received-gift.tsx';
import { ReceivedRow } from './received-row.tsx';
import { useReceivedGifts } from './use-gifts.ts';
import './gifts.css';

/** Gifts for you: one lies open on its cloth, the others are folded. */
export function ReceivedGifts() {
  const gifts = useReceivedGifts();
  const [added, setAdded] = useState<Added>();
  const shown = gifts.data?.pages.flatMap((page) => page.gifts);
  return (
    <section className="stack" aria-label={say('Gifts for you')}>
      <h2>{say('Gifts for you')}</h2>
      {added !== undefined && <AddedGift added={added} />}
      {shown === undefined ? (
        <Missing error={gifts.error} onTryAgain={() => void gifts.refetch()} isTrying={gifts.isFetching} />
      ) : (
        <Gifts gifts={shown} onAdded={setAdded} />
      )}
      {gifts.hasNextPage && (
        <MoreButton onMore={() => void gifts.fetchNextPage()} isBusy={gifts.isFetchingNextPage} />
      )}
    </section>
  );
}

function Gifts({ gifts, onAdded }: { gifts: readonly Gift[]; onAdded: (added: Added) => void }) {
  const [openId, setOpenId] = useState<string>();
  const open = gifts.find(({ voucherId }) => voucherId === openId) ?? gifts[0];
  if (open === undefined) {
    return (
      <Sheet>
        <EmptyState title={say('No gift is waiting for you')}>
          {say('Gifts sent to your verified phone number or email show here.')}
        </EmptyState>
      </Sheet>
    );
  }
  const folded = gifts.filter((gift) => gift !== open);
  return (
    <>
      <ReceivedGift key={open.voucherId} gift={open} isChosen={open.voucherId === openId} onAdded={onAdded} />
      {folded.length > 0 && (
        <Sheet>
          <ul className="gift-rows">
            {folded.map((gift) => (
              <ReceivedRow key={gift.voucherId} gift={gift} onOpen={() => setOpenId(gift.voucherId)} />
            ))}
          </ul>
        </Sheet>
      )}
    </>
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
  return (
    <Sheet>
      {error === null ? (
        <div className="pad" aria-busy="true">
          <p className="sr">{say('Loading...')}</p>
          <SkeletonBlock height="13.5rem" />
        </div>
      ) : (
        <ErrorState title={sentenceOf(error)} onTryAgain={onTryAgain} isTrying={isTrying}>
          {say('The gift is safe. We could not fetch it.')}
        </ErrorState>
      )}
    </Sheet>
  );
}
