import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { formatKes } from '@zawadi/contract/money';
import type { ReactNode } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { useDocumentTitle } from '../../../ui/page-title.tsx';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { PublicHead } from '../../shell/public-head.tsx';
import './claim.css';

const STEPS = ['The gift', 'Your wallet'] as const;

type ClaimFrameProps = {
  voucher: PublicVoucher;
  /**
   * Number of the step; the gift page was step 1. Undefined if the claim is over or the page is no numbered step.
   */
  current?: 2;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
};

/**
 * Frame around a step of the claim. The gift stays in view: next to the step on desktops, folded above it on phones.
 */
export function ClaimFrame({ voucher, current, title, intro, children }: ClaimFrameProps) {
  useDocumentTitle(title);
  const { cloth, status, recipientName, senderName, message, value, balance } = voucher;
  return (
    <ClaimPage voucher={voucher}>
      {current !== undefined && <Stepper steps={STEPS} current={current} />}
      <div className="claim-two">
        <div className="side-ticket">
          <Ticket
            cloth={cloth}
            state={ticketStateOf(status)}
            recipientName={recipientName}
            senderName={senderName}
            message={message}
            valueShillings={value}
            balanceShillings={balance}
            expiresAt={voucher.expiresAt}
          />
        </div>
        <div className="stack-5">
          <div className="fold-ticket">
            <TicketSwatch cloth={cloth} />
            <div>
              <b className="num">{formatKes(balance)}</b>
              <span className="small muted">
                <RichText text="from {sender}" sender={senderName} />
              </span>
            </div>
          </div>
          <div className="stack-2">
            <h1>{unbroken(title)}</h1>
            {Boolean(intro) && <p className="muted">{intro}</p>}
          </div>
          {children}
        </div>
      </div>
    </ClaimPage>
  );
}

/** Page around a step of the claim, with an edge of the gift's cloth. */
export function ClaimPage({ voucher, children }: { voucher: PublicVoucher; children: ReactNode }) {
  return (
    <>
      <div data-cloth={voucher.cloth}>
        <div className="hem" aria-hidden="true" />
      </div>
      <main className="claim">
        <PublicHead className="spread" />
        {children}
      </main>
    </>
  );
}
