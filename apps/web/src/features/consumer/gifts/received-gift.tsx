import { useMutation } from '@tanstack/react-query';
import { showCode, type ReceivedGift as Gift } from '@zawadi/contract/vouchers-gifts';
import { Eye, EyeOff, Wallet } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUser } from '../../session/session.tsx';
import { ClaimProblem } from '../../voucher-page/claim-problem.tsx';
import { SayThanks } from '../../voucher-page/say-thanks.tsx';
import { useClaim } from '../../voucher-page/use-claim.ts';
import type { Added } from './added-gift.tsx';

type ReceivedGiftProps = {
  gift: Gift;
  /** Laid open by a press on its row, which is gone now: the focus moves along. */
  isChosen: boolean;
  onAdded: (added: Added) => void;
};

/** A gift laid open: into the wallet with one press, or spent with its code, which shows only when asked for. */
export function ReceivedGift({ gift, isChosen, onAdded }: ReceivedGiftProps) {
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
    <div ref={place} tabIndex={-1} className="gift-line shadow-none outline-none">
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
        {gift.canBeClaimed ? (
          <Button variant="accent" onClick={claim.add} isBusy={claim.isBusy} busyLabel={say('Adding...')}>
            <Icon of={Wallet} />
            {say('Add to wallet')}
          </Button>
        ) : (
          <p className="muted">{say('To be spent at {sender} only.', { sender: gift.senderName })}</p>
        )}
        {code === undefined ? (
          <Button
            variant="secondary"
            onClick={() => showing.mutate()}
            isBusy={showing.isPending}
            busyLabel={say('Loading...')}
          >
            <Icon of={Eye} />
            {say('Show code')}
          </Button>
        ) : (
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
