import { useState } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Ticket } from '../../../ui/ticket.tsx';
import { TicketQr } from '../../../ui/ticket-qr.tsx';
import { Time } from '../../../ui/time.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { readOfflineCopy } from './offline-copy.ts';
import type { KeptGift } from './offline-copy.ts';

/** Shown while the server is unreachable: the last known balance, and the gifts stored on this device. */
export function OfflineView() {
  const [copy] = useState(readOfflineCopy);
  const [now] = useState(() => Date.now());
  if (copy === undefined) return null;
  return (
    <div className="stack-5">
      {copy.balance !== undefined && (
        <BalanceCard
          label={say('Last known balance')}
          amountShillings={copy.balance.shillings}
          note={<RichText text="As of {time}" time={<Time at={copy.balance.at} isMidSentence />} />}
        />
      )}
      {copy.gifts !== undefined && copy.gifts.list.length > 0 && (
        <section className="stack">
          <h2>{say('Gifts kept on this device')}</h2>
          <p className="small muted">
            <RichText
              text="As of {time}. Shops still check a code when you pay with it."
              time={<Time at={copy.gifts.at} isMidSentence />}
            />
          </p>
          {copy.gifts.list.map((gift) => (
            <GiftKept key={gift.voucherId} gift={gift} now={now} />
          ))}
        </section>
      )}
    </div>
  );
}

function GiftKept({ gift, now }: { gift: KeptGift; now: number }) {
  const { value, balance, expiresAt } = gift;
  const isPast = Date.parse(expiresAt) < now;
  return (
    <Ticket
      {...gift}
      state={stateOf(isPast, balance < value)}
      valueShillings={value}
      balanceShillings={balance}
      hasQr={!isPast}
      qr={<TicketQr code={gift.code} />}
    />
  );
}

function stateOf(isPast: boolean, isPartlyUsed: boolean) {
  if (isPast) return 'Expired';
  return isPartlyUsed ? 'Partly used' : 'Active';
}
