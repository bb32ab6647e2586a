import type { TillRedemption } from '@zawadi/contract/redemptions';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MoneyFigure } from '../../../ui/money.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { Time } from '../../../ui/time.tsx';
import { leftText, receiptNumber } from './receipt-text.ts';
import '../../../styles/progress-layer.css';

/** The receipt of a redemption, on the screen and on paper. */
export function RedemptionReceipt({ redemption }: { redemption: TillRedemption }) {
  const { recipientName, amount, codeLastFour, redeemedAt, servedBy, businessName, reversedAt } = redemption;
  const isReversed = reversedAt !== undefined;
  return (
    <PrintArea>
      <div className="receipt">
        <div>
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
            <p className="muted num">{isReversed ? 'This redemption was reversed' : leftText(redemption)}</p>
          </div>
          <dl className="facts pad pt-0">
            <Fact label="Receipt">
              <span className="code">{receiptNumber(redemption)}</span>
            </Fact>
            <Fact label="Voucher">
              <span className="code">•••• {codeLastFour}</span>
            </Fact>
            <Fact label="Time">
              <Time at={redeemedAt} />
            </Fact>
            {isReversed && (
              <Fact label="Reversed">
                <Time at={reversedAt} />
              </Fact>
            )}
            <Fact label="Cashier">{servedBy}</Fact>
            <Fact label="Shop">{businessName}</Fact>
          </dl>
        </div>
      </div>
    </PrintArea>
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
