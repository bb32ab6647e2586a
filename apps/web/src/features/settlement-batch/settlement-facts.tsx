import type { Settlement } from '@zawadi/contract/settlements';
import { Alert } from '../../ui/alert.tsx';
import { Money } from '../../ui/money.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SumList } from '../../ui/sum-list.tsx';
import { exactTimeText } from '../../ui/time-text.ts';
import { say, translated } from '../../i18n/say.ts';
import { batchSentence } from './batch-words.ts';

/** A batch's amount, destination and cut-off time. */
export function SettlementFacts({ settlement, netLabel }: { settlement: Settlement; netLabel: string }) {
  const { amount, processingFee, netAmount, transactionCount, failureReason } = settlement;
  const { date, cutOffAt, completedAt, payoutChannel, destination, reference } = settlement;
  return (
    <Sheet title={say('The batch')} isPadded>
      <div className="stack">
        {failureReason !== undefined && (
          <Alert tone="warn">
            <p>{batchSentence(failureReason)}</p>
            <p>{say('The money is safe: it stays in this batch and we try again.')}</p>
          </Alert>
        )}
        <SumList
          rows={[
            {
              label: amountText(transactionCount),
              value: <Money amountShillings={amount} />,
            },
            {
              label: say('Processing fee'),
              value: <Money amountShillings={processingFee} direction="out" />,
            },
            { label: netLabel, value: <Money amountShillings={netAmount} />, isTotal: true },
          ]}
        />
        <dl className="facts">
          <Fact label={say('Goes to')}>{destination}</Fact>
          <Fact label={say('Payout channel')}>{translated(payoutChannel)}</Fact>
          <Fact label={say('Made')}>{exactTimeText(new Date(date))}</Fact>
          <Fact label={say('Sales up to')}>{exactTimeText(new Date(cutOffAt))}</Fact>
          {completedAt !== undefined && (
            <Fact label={say('Paid')}>{exactTimeText(new Date(completedAt))}</Fact>
          )}
          {reference !== undefined && <Fact label={say('Reference')}>{reference}</Fact>}
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

function amountText(count: number): string {
  return count === 1
    ? say('Amount of 1 transaction')
    : say('Amount of {count} transactions', { count: count.toLocaleString('en-KE') });
}
