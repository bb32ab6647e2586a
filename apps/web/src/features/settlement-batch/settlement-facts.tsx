import type { Settlement } from '@zawadi/contract/settlements';
import { Alert } from '../../ui/alert.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SumList } from '../../ui/sum-list.tsx';
import { exactTimeText } from '../../ui/time-text.ts';

/** The sum of a batch, where it goes and until when it counts. */
export function SettlementFacts({ settlement, netLabel }: { settlement: Settlement; netLabel: string }) {
  const { amount, processingFee, netAmount, transactionCount, failureReason } = settlement;
  const { date, cutOffAt, completedAt, payoutChannel, destination, reference } = settlement;
  return (
    <Sheet title="The batch" isPadded>
      <div className="stack">
        {failureReason !== undefined && (
          <Alert tone="warn">
            <p>{failureReason}</p>
            <p>The money is safe: it stays in this batch and we try again.</p>
          </Alert>
        )}
        <SumList
          rows={[
            {
              label: `Amount of ${countText(transactionCount)}`,
              value: <Money amountShillings={amount} />,
            },
            { label: 'Processing fee', value: <Money amountShillings={processingFee} direction="out" /> },
            { label: netLabel, value: <Money amountShillings={netAmount} />, isTotal: true },
          ]}
        />
        <dl className="facts">
          <Fact label="Goes to">{destination}</Fact>
          <Fact label="Payout channel">{payoutChannel}</Fact>
          <Fact label="Made">{exactTimeText(new Date(date))}</Fact>
          <Fact label="Sales up to">{exactTimeText(new Date(cutOffAt))}</Fact>
          {completedAt !== undefined && <Fact label="Paid">{exactTimeText(new Date(completedAt))}</Fact>}
          {reference !== undefined && <Fact label="Reference">{reference}</Fact>}
        </dl>
      </div>
    </Sheet>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 transaction' : `${count.toLocaleString('en-KE')} transactions`;
}
