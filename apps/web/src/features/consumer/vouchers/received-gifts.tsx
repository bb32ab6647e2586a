import { formatKes } from '@zawadi/contract/money';
import { showCode, type ReceivedGift as Gift } from '@zawadi/contract/vouchers-gifts';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff, Wallet } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUser } from '../../session/session.tsx';
import { ClaimProblem } from '../../voucher-page/claim-problem.tsx';
import { SayThanks } from '../../voucher-page/say-thanks.tsx';
import { useClaim } from '../../voucher-page/use-claim.ts';
import { ProblemReports } from '../support/report-problem.tsx';
import { AddedGift, type Added } from './added-gift.tsx';
import { ReceivedRow } from './received-row.tsx';
import { useReceivedGifts } from './use-gifts.ts';
import './gifts.css';

/** Gifts for the consumer: one is open on its cloth, the others are folded into rows. */
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
          {say('Gifts sent to your verified phone number or email appear here.')}
        </EmptyState>
      </Sheet>
    );
  }
  const folded = gifts.filter((gift) => gift !== open);
  return (
    <>
      <ReceivedGift key={open.voucherId} gift={open} isChosen={open.voucherId === openId} onAdded={onAdded} />
      <ProblemReports
        key={`problems ${open.voucherId}`}
        about={{ kind: 'gift', voucherId: open.voucherId }}
        subject={say('Gift from {name}', { name: open.senderName })}
      />
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
        <ListSkeleton rows={2} />
      ) : (
        <ErrorState title={sentenceOf(error)} onTryAgain={onTryAgain} isTrying={isTrying}>
          {say('The gift is safe, but we could not load it.')}
        </ErrorState>
      )}
    </Sheet>
  );
}

type ReceivedGiftProps = {
  gift: Gift;
  /** True if the person opened this gift by clicking its row. The row is gone, so the focus moves to the open gift. */
  isChosen: boolean;
  onAdded: (added: Added) => void;
};

/** An open gift. One click adds it to the wallet; its code is visible only on request. */
function ReceivedGift({ gift, isChosen, onAdded }: ReceivedGiftProps) {
  const user = useUser();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) place.current?.focus();
  }, [isChosen]);
  const claim = useClaim(gift.claimToken, (claimed) => onAdded({ gift, ...claimed }));
  const showing = useMutation({
    mutationFn: () => call(showCode, { body: { voucherId: gift.voucherId } }),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  const code = showing.data?.code;
  return (
    <div ref={place} tabIndex={-1} className="gift-line [box-shadow:none] [outline-style:none]">
      <Ticket
        cloth={gift.cloth}
        state={ticketStateOf(gift.status)}
        recipientName={`${user.firstName} ${user.lastName}`}
        senderName={gift.senderName}
        message={gift.message}
        valueShillings={gift.value}
        balanceShillings={gift.balance}
        code={code}
        lastFour={gift.lastFour}
        hasQr={code !== undefined}
        expiresAt={gift.expiresAt}
      />
      <div className="gift-actions">
        <ClaimProblem error={claim.error} />
        {gift.isFrozen && (
          <p className="muted">{say('It cannot be used now. Please ask Zawadi support why.')}</p>
        )}
        {gift.heldAmount > 0 && (
          <p className="muted">
            {say('A shop has reserved {amount} for an order. The gift page shows until when.', {
              amount: formatKes(gift.heldAmount),
            })}
          </p>
        )}
        {!gift.isFrozen && gift.canBeClaimed && gift.balance > 0 && (
          <Button variant="accent" onClick={claim.add} isBusy={claim.isBusy} busyLabel={say('Adding...')}>
            <Icon of={Wallet} />
            {say('Add to wallet')}
          </Button>
        )}
        {!gift.isFrozen && !gift.canBeClaimed && (
          <p className="muted">{say('Spend it at {sender} only.', { sender: gift.senderName })}</p>
        )}
        {!gift.isFrozen && code === undefined && (
          <Button
            variant="secondary"
            onClick={() => showing.mutate()}
            isBusy={showing.isPending}
            busyLabel={say('Loading...')}
          >
            <Icon of={Eye} />
            {say('Show code')}
          </Button>
        )}
        {code !== undefined && (
          <Button variant="secondary" onClick={() => showing.reset()}>
            <Icon of={EyeOff} />
            {say('Hide code')}
          </Button>
        )}
        {gift.canBeThanked && <SayThanks claimToken={gift.claimToken} senderName={gift.senderName} />}
      </div>
    </div>
  );
}
