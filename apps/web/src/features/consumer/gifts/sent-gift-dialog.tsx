import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';
import { Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { countdownText } from '../../../ui/time-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { CorrectRecipient } from './correct-recipient.tsx';
import { isResendOffered, sentGiftState } from './sent-gift-words.ts';
import { useResend } from './use-resend.ts';

/** One gift that was sent: what happened to it, send it again, or send it to the right person. */
export function SentGiftDialog({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (isCorrecting) return <CorrectRecipient gift={gift} onClose={() => setIsCorrecting(false)} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Gift for {name}', { name: gift.recipientName })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {gift.canBeCorrected && (
            <Button variant="secondary" onClick={() => setIsCorrecting(true)}>
              <Icon of={Pencil} />
              {say('Correct recipient')}
            </Button>
          )}
          <Resend gift={gift} />
        </>
      }
    >
      {gift.thanks !== undefined && (
        <blockquote className="gift-thanks">
          {gift.thanks.message}
          <cite>{gift.recipientName}</cite>
        </blockquote>
      )}
      <GiftFacts gift={gift} />
    </Dialog>
  );
}

function GiftFacts({ gift }: { gift: SentGift }) {
  const at = (moment: string) => appointmentText(new Date(moment));
  return (
    <Facts
      facts={[
        { label: say('Status'), value: <StatusBadge status={sentGiftState(gift)} /> },
        { label: say('Amount'), value: formatKes(gift.value) },
        { label: say('Code'), value: <span className="code">•••• {gift.lastFour}</span> },
        { label: say('Phone number'), value: formatMsisdn(gift.recipientMsisdn) },
        { label: say('Email'), value: gift.recipientEmail },
        { label: gift.isDelivered ? say('Sent') : say('Arrives'), value: at(gift.deliverAt) },
        gift.openedAt !== undefined && { label: say('Opened'), value: at(gift.openedAt) },
        gift.claimedAt !== undefined && { label: say('Added to a wallet'), value: at(gift.claimedAt) },
        { label: say('Valid until'), value: at(gift.expiresAt) },
      ]}
    />
  );
}

function Resend({ gift }: { gift: SentGift }) {
  const resend = useResend(gift.voucherId);
  const secondsLeft = useSecondsLeft(gift.resendAt === undefined ? 0 : Date.parse(gift.resendAt));
  if (!isResendOffered(gift)) return null;
  if (secondsLeft > 0) {
    return <Button disabled>{say('Send again in {time}', { time: countdownText(secondsLeft) })}</Button>;
  }
  return (
    <Button onClick={resend.send} isBusy={resend.isBusy} busyLabel={say('Sending...')}>
      <Icon of={Send} />
      {say('Send again')}
    </Button>
  );
}
