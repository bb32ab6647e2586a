import { clsx } from 'clsx';
import { lazy, Suspense, type ReactNode } from 'react';
import { formatKes } from '@zawadi/contract/money';
import type { Cloth } from '@zawadi/contract/purchases';
import { say } from '../i18n/say.ts';
import { StatusBadge } from './badge.tsx';
import { MoneyFigure } from './money.tsx';
import { ticketClass, type TicketState } from './ticket-state.ts';
import { dateText } from './time-text.ts';

const GROUP = /.{1,4}/gu;
const HIDDEN = '••••';

// Loaded on demand: only a ticket with a QR code needs the code that draws it.
const TicketQr = lazy(async () => ({ default: (await import('./ticket-qr.tsx')).TicketQr }));

type TicketProps = {
  cloth: Cloth;
  state: TicketState;
  recipientName: string;
  senderName: string;
  message: string;
  /** Value of the voucher when it was bought, in whole shillings. */
  valueShillings: number;
  /** Remaining whole shillings, if a part of the value is spent or held by a shop. */
  balanceShillings?: number;
  /** All 16 symbols of the code, only for people who may spend the voucher; others see at most `lastFour`. */
  code?: string;
  lastFour?: string;
  hasQr?: boolean;
  /** QR code drawn by the screen, for use without a network, when the drawing code cannot be loaded. */
  qr?: ReactNode;
  /** End of the last valid day (ISO timestamp). */
  expiresAt?: string;
  /** When a scheduled gift is delivered (ISO timestamp). */
  deliverAt?: string;
  /** `folded`: the code is not shown yet. `unfolds`: the code was just shown; the ticket unfolds once. */
  fold?: 'folded' | 'unfolds' | undefined;
  /** More on the cloth, between value and words. */
  children?: ReactNode;
};

/**
 * A voucher that looks like a kanga: band, ground with the value, words along the foot, and the paper stub with the
 * code.
 */
export function Ticket(props: TicketProps) {
  const { cloth, state, recipientName, code, lastFour, hasQr = false, qr, fold } = props;
  const day = dayOf(props);
  return (
    <div className="ticket-box">
      <article
        className={clsx('ticket', ticketClass(state), fold && `is-${fold}`)}
        data-cloth={cloth}
        aria-label={say('Voucher for {name}, {state}', {
          name: recipientName || say('someone'),
          state: say(state),
        })}
      >
        <TicketCloth {...props} />
        <div className="ticket-stub">
          {hasQr && code !== undefined && (
            <Suspense fallback={<div className="ticket-qr" />}>{qr ?? <TicketQr code={code} />}</Suspense>
          )}
          {state !== 'Scheduled' && fold !== 'folded' && (
            <TicketCode code={code} lastFour={lastFour} isNew={fold === 'unfolds'} />
          )}
          {hasLess(props) && <TicketLeft {...props} />}
          <p className="ticket-facts">
            <StatusBadge status={state} />
            {day !== undefined && <span>{day}</span>}
          </p>
        </div>
      </article>
    </div>
  );
}

/** Returns whether a part of the value is spent, or held by a shop. */
function hasLess({ state, valueShillings, balanceShillings = valueShillings }: TicketProps): boolean {
  return state === 'Partly used' || (state === 'Active' && balanceShillings < valueShillings);
}

function TicketCloth(props: TicketProps) {
  const { recipientName, senderName, message, valueShillings, balanceShillings, children } = props;
  const isLess = hasLess(props);
  const shown = isLess ? (balanceShillings ?? valueShillings) : valueShillings;
  return (
    <div className="ticket-cloth">
      <div className="ticket-mji">
        <p className="ticket-for">
          {say('Zawadi for')}
          <b>{recipientName || '…'}</b>
        </p>
        <p className={clsx('ticket-value', shown >= 100_000 && 'long')}>
          <MoneyFigure amountShillings={shown} />
        </p>
        {isLess && (
          <p className="ticket-of">{say('left of {value}', { value: formatKes(valueShillings) })}</p>
        )}
      </div>
      {children}
      <p className="ticket-jina whitespace-pre-line">
        {message !== '' && `“${message}”`}
        <cite>{say('from {name}', { name: senderName })}</cite>
      </p>
    </div>
  );
}

function TicketLeft({ valueShillings, balanceShillings = valueShillings }: TicketProps) {
  const leftPercent = Math.round((balanceShillings / valueShillings) * 100);
  return (
    <div className="ticket-left">
      <i style={{ '--left': `${leftPercent}%` } as React.CSSProperties} />
      <span>
        {say('{left} of {value} left', {
          left: formatKes(balanceShillings),
          value: formatKes(valueShillings),
        })}
      </span>
    </div>
  );
}

/** Returns the day to show: the delivery, or the last valid day. Shows no day of a voucher that was used up in time. */
function dayOf({ state, expiresAt, deliverAt }: TicketProps): string | undefined {
  const day = state === 'Scheduled' ? deliverAt : expiresAt;
  if (day === undefined) return undefined;
  const text = dateText(new Date(day));
  if (state === 'Expired') return text;
  if (state === 'Scheduled') return say('for {day}', { day: text });
  return state === 'Active' || state === 'Partly used' ? say('to {day}', { day: text }) : undefined;
}

/**
 * Shows a code in four groups, which never wrap inside a group.
 * @param props.code all 16 symbols, with or without dashes; without it, every group is hidden
 * @param props.lastFour the last group, if the viewer may see only that
 * @param props.isNew whether the viewer has just asked for the code, so that it gets the focus
 */
function TicketCode({ code, lastFour, isNew }: { code?: string; lastFour?: string; isNew: boolean }) {
  const groups = ticketCodeGroups(code, lastFour);
  return (
    <div>
      <p className="ticket-label">{say('Code')}</p>
      <p
        className={clsx('ticket-code', code === undefined && 'no-underline')}
        {...(isNew && { ref: focus, tabIndex: -1 })}
      >
        {groups.map((group, position) => (
          // oxlint-disable-next-line react/no-array-index-key -- four fixed places, and hidden groups are alike
          <span key={position} aria-hidden={group === HIDDEN}>
            {group}
          </span>
        ))}
      </p>
    </div>
  );
}

// Keep this function stable across renders, so that the code takes the focus only when it appears.
function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** Returns the four groups of a code, with dots for groups that the viewer may not see. */
export function ticketCodeGroups(code?: string, lastFour?: string): string[] {
  const seen = code?.replaceAll('-', '').match(GROUP);
  return seen ?? [HIDDEN, HIDDEN, HIDDEN, lastFour ?? HIDDEN];
}
