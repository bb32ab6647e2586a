import { clsx } from 'clsx';
import type { Cloth } from '@zawadi/contract/purchases';
import type { ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { StatusBadge, type StatusWord } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Time } from '../../../ui/time.tsx';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { useStateCard } from '../use-state-card.ts';
import './payment.css';

type PaymentSheetProps = {
  title: string;
  at: string;
  cloth?: Cloth | undefined;
  amountShillings: number;
  status: StatusWord;
  /** State of the payment as a title, and a sentence about where the money is. */
  words?: { title: string; sentence: ReactNode };
  /** Buttons: first the primary one, then others. */
  actions?: ReactNode;
  thread?: readonly TimelineItem[];
  facts: Parameters<typeof Facts>[0]['facts'];
  ticket?: ReactNode;
  /** Another part below the figures. */
  more?: ReactNode;
};

/** One payment: kind, amount, state and next step; below, its events and figures. */
export function PaymentSheet(props: PaymentSheetProps) {
  const { title, at, cloth, amountShillings, status, words, actions, thread, facts, ticket, more } = props;
  const card = useStateCard<HTMLElement>(status);
  useDocumentTitle(title);
  const isVoid = status === 'Canceled';
  const isBack = status === 'Refunded' || status === 'Reversed';
  return (
    <>
      <header className="payment-head">
        {cloth !== undefined && <TicketSwatch cloth={cloth} />}
        <div>
          <h1>{unbroken(title)}</h1>
          <p className="small muted num">
            <Time at={at} />
          </p>
        </div>
      </header>
      <div className="cols form">
        <div className="stack">
          <section
            ref={card}
            className={clsx('sheet pad state-card payment-state', isVoid && 'is-void', isBack && 'is-back')}
          >
            <div className="spread">
              <p className="big">
                <MoneyFigure amountShillings={amountShillings} />
              </p>
              <StatusBadge status={status} />
            </div>
            {words !== undefined && (
              <div aria-live="polite">
                <h2 tabIndex={-1}>{unbroken(words.title)}</h2>
                <p className="small muted num">{words.sentence}</p>
              </div>
            )}
            {actions !== undefined && <div className="payment-actions">{actions}</div>}
          </section>
          {thread !== undefined && (
            <section className="sheet pad payment-thread" aria-label={say('What happened')}>
              <Timeline items={thread} />
            </section>
          )}
          <section className="sheet pad">
            <Facts facts={facts} />
          </section>
          {more}
        </div>
        {ticket !== undefined && (
          <aside className={clsx('stack', status !== 'Completed' && 'payment-ticket-later')}>{ticket}</aside>
        )}
      </div>
    </>
  );
}
