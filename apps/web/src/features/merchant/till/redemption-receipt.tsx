import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { shortReference } from '@zawadi/contract/short-reference';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Time } from '../../../ui/time.tsx';
import { clockText, dateText } from '../../../ui/time-text.ts';
import { leftText } from './receipt-text.ts';
import '../../../styles/progress-layer.css';
import './roll.css';

/** The receipt of a redemption, on the screen and on the 58 mm roll of a till. */
export function RedemptionReceipt({ redemption }: { redemption: TillRedemption }) {
  const { recipientName, cloth, amount, balance, codeLastFour } = redemption;
  const { redeemedAt, servedBy, businessName, reversedAt } = redemption;
  const isReversed = reversedAt !== undefined;
  return (
    <PrintArea>
      <div className="receipt roll">
        <div>
          <p className="roll-only roll-head">{businessName}</p>
          <div className="result pb-4" role="status">
            <span className={isReversed ? 'result-mark bg-danger-soft text-danger' : 'result-mark'}>
              <Icon of={isReversed ? Undo2 : Check} />
            </span>
            <p className="muted">
              {isReversed ? 'Given back to' : 'Taken from'} {firstNameOf(recipientName)}’s voucher
            </p>
            <p className="big">
              <MoneyFigure amountShillings={amount} />
            </p>
            <p className={isReversed ? 'muted' : 'muted num not-on-roll'}>
              {isReversed ? 'This redemption was reversed' : leftText(redemption)}
            </p>
          </div>
          <dl className="facts pad pt-0">
            <Fact label="Receipt">
              <span className="code">{shortReference(redemption.redemptionId)}</span>
            </Fact>
            <Fact label="Voucher">
              <span className="fact-cloth">
                <TicketSwatch cloth={cloth} small />
                <span className="code">•••• {codeLastFour}</span>
              </span>
            </Fact>
            <div className="roll-only">
              <dt>Before</dt>
              <dd>{formatKes(amount + balance)}</dd>
            </div>
            <div className="roll-only">
              <dt>Left</dt>
              <dd>{formatKes(isReversed ? amount + balance : balance)}</dd>
            </div>
            <Fact label="Time">
              <Moment at={redeemedAt} />
            </Fact>
            {isReversed && (
              <Fact label="Reversed">
                <Moment at={reversedAt} />
              </Fact>
            )}
            <Fact label="Cashier">{servedBy}</Fact>
            <div className="not-on-roll">
              <dt>Shop</dt>
              <dd>{businessName}</dd>
            </div>
          </dl>
          <p className="roll-only roll-foot">
            Asante, karibu tena!
            <b>Zawadi</b>
          </p>
        </div>
      </div>
    </PrintArea>
  );
}

/** "Today 10:45" is of no use on paper. */
function Moment({ at }: { at: string }) {
  const moment = new Date(at);
  return (
    <>
      <span className="not-on-roll">
        <Time at={at} />
      </span>
      <span className="roll-only num">
        {dateText(moment)}, {clockText(moment).slice(0, 5)}
      </span>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
