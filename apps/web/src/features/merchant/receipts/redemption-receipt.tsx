import { formatKes } from '@zawadi/contract/money';
import type { TillRedemption } from '@zawadi/contract/redemptions';
import type { TillBill } from '@zawadi/contract/till-bill';
import { nameOfShop } from '@zawadi/contract/shop-names';
import { shortReference } from '@zawadi/contract/short-reference';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Time } from '../../../ui/time.tsx';
import { paidByText } from './bill-text.ts';
import { PrintedReceipt } from './printed-receipt.tsx';
import { leftText, servedText } from './receipt-text.ts';
import '../../../styles/progress-layer.css';

/** The receipt of a redemption, shown on the screen and printed on paper. */
export function RedemptionReceipt({ redemption }: { redemption: TillRedemption }) {
  const { recipientName, cloth, amount, codeLastFour } = redemption;
  const { redeemedAt, reversedAt } = redemption;
  const isReversed = reversedAt !== undefined;
  return (
    <PrintArea>
      <div className="receipt">
        <div>
          <div className="result pb-4" role="status">
            <span className={isReversed ? 'result-mark neutral' : 'result-mark'}>
              <Icon of={isReversed ? Undo2 : Check} />
            </span>
            <p className="muted">
              {isReversed
                ? say('Given back to {name}’s voucher', { name: firstNameOf(recipientName) })
                : say('Taken from {name}’s voucher', { name: firstNameOf(recipientName) })}
            </p>
            <p className="big">
              <MoneyFigure amountShillings={amount} />
            </p>
            <p className={isReversed ? 'muted' : 'muted num'}>
              {isReversed ? say('This redemption was reversed') : leftText(redemption)}
            </p>
          </div>
          <dl className="facts pad pt-0">
            <Fact label={say('Receipt')}>
              <span className="code">{shortReference(redemption.redemptionId)}</span>
            </Fact>
            <Fact label={say('Voucher')}>
              <span className="fact-cloth">
                <TicketSwatch cloth={cloth} small />
                <span className="code">•••• {codeLastFour}</span>
              </span>
            </Fact>
            <Fact label={say('Time')}>
              <Time at={redeemedAt} />
            </Fact>
            {isReversed && (
              <Fact label={say('Reversed')}>
                <Time at={reversedAt} />
              </Fact>
            )}
            {redemption.bill !== undefined && <BillFacts bill={redemption.bill} />}
            <Fact label={say('Cashier')}>{servedText(redemption)}</Fact>
            <Fact label={say('Shop')}>{nameOfShop(redemption)}</Fact>
          </dl>
        </div>
      </div>
      <PrintedReceipt redemption={redemption} />
    </PrintArea>
  );
}

function BillFacts({ bill }: { bill: TillBill }) {
  return (
    <>
      <Fact label={say('Total of the bill')}>{formatKes(bill.total)}</Fact>
      <Fact label={paidByText(bill)}>{formatKes(bill.rest)}</Fact>
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
