import { formatKes } from '@zawadi/contract/money';
import type { TillRedemption } from '@zawadi/contract/redemptions';
import { nameOfShop } from '@zawadi/contract/shop-names';
import { shortReference } from '@zawadi/contract/short-reference';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { MoneyFigure } from '../../../ui/money.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { paidByText } from './bill-text.ts';
import { PaperLine, paperMoment, PrintedPaper } from './printed-paper.tsx';
import { servedText } from './receipt-text.ts';

/** The receipt of a redemption on paper. */
export function PrintedReceipt({ redemption }: { redemption: TillRedemption }) {
  const { shopAddress, shopPhone, amount, balance, codeLastFour } = redemption;
  const { redemptionId, redeemedAt, reversedAt, expiresAt, bill } = redemption;
  const before = amount + balance;
  const left = reversedAt === undefined ? balance : before;
  return (
    <PrintedPaper
      shop={nameOfShop(redemption)}
      contact={
        <>
          {shopAddress !== undefined && <p>{shopAddress}</p>}
          {shopPhone !== undefined && <p className="num">{formatMsisdn(shopPhone)}</p>}
        </>
      }
      number={[say('Receipt'), shortReference(redemptionId)]}
    >
      <p className="paper-what">
        {reversedAt === undefined ? say('Taken from voucher') : say('Given back to voucher')}
      </p>
      <p className="paper-amount">
        <MoneyFigure amountShillings={amount} />
      </p>
      <dl>
        <PaperLine label={say('Voucher')} value={`•••• ${codeLastFour}`} />
        <PaperLine label={say('Before')} value={formatKes(before)} />
        <PaperLine label={say('Left')} value={formatKes(left)} />
        {left > 0 && <PaperLine label={say('Spend by')} value={dateText(new Date(expiresAt))} />}
      </dl>
      {bill !== undefined && (
        <dl>
          <PaperLine label={say('Total of the bill')} value={formatKes(bill.total)} />
          <PaperLine label={say('Paid by voucher')} value={formatKes(amount)} />
          <PaperLine label={paidByText(bill)} value={formatKes(bill.rest)} />
        </dl>
      )}
      <dl>
        <PaperLine label={say('Date')} value={paperMoment(redeemedAt)} />
        {reversedAt !== undefined && <PaperLine label={say('Reversed')} value={paperMoment(reversedAt)} />}
        <PaperLine label={say('Served by')} value={servedText(redemption)} />
        <PaperLine label={say('Receipt')} value={shortReference(redemptionId)} />
      </dl>
      <p className="paper-foot">
        {say('Asante, karibu tena!')}
        <b>Zawadi</b>
      </p>
    </PrintedPaper>
  );
}
