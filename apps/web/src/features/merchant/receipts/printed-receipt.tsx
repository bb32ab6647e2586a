import { formatKes } from '@zawadi/contract/money';
import type { TillRedemption } from '@zawadi/contract/redemptions';
import { nameOfShop } from '@zawadi/contract/shop-names';
import { shortReference } from '@zawadi/contract/short-reference';
import { formatMsisdn } from '@zawadi/contract/text';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { say } from '../../../i18n/say.ts';
import { MoneyFigure } from '../../../ui/money.tsx';
import { dateText, minuteText } from '../../../ui/time-text.ts';
import { paidByText } from './bill-text.ts';
import { receiptPaper } from './receipt-paper.ts';
import { servedText } from './receipt-text.ts';
import './receipt-paper.css';

/**
 * The receipt for the till's printer, rendered only while the page prints. The paper is the one chosen on this device.
 * It is a child of the body, because browsers ignore the size of a paper inside a dialog.
 */
export function PrintedReceipt({ redemption }: { redemption: TillRedemption }) {
  const paper = useSyncExternalStore(receiptPaper.watch, receiptPaper.read);
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const { shopAddress, shopPhone, amount, balance, codeLastFour } = redemption;
  const { redemptionId, redeemedAt, reversedAt, expiresAt, bill } = redemption;
  const before = amount + balance;
  const left = reversedAt === undefined ? balance : before;
  return createPortal(
    <article className={`paper print-area ${paper}`}>
      <header>
        <div>
          <h1>{nameOfShop(redemption)}</h1>
          {shopAddress !== undefined && <p>{shopAddress}</p>}
          {shopPhone !== undefined && <p className="num">{formatMsisdn(shopPhone)}</p>}
        </div>
        <p className="paper-number">
          {say('Receipt')}
          <b className="code">{shortReference(redemptionId)}</b>
        </p>
      </header>
      <p className="paper-what">
        {reversedAt === undefined ? say('Taken from voucher') : say('Given back to voucher')}
      </p>
      <p className="paper-amount">
        <MoneyFigure amountShillings={amount} />
      </p>
      <dl>
        <Line label={say('Voucher')} value={`•••• ${codeLastFour}`} />
        <Line label={say('Before')} value={formatKes(before)} />
        <Line label={say('Left')} value={formatKes(left)} />
        {left > 0 && <Line label={say('Spend by')} value={dateText(new Date(expiresAt))} />}
      </dl>
      {bill !== undefined && (
        <dl>
          <Line label={say('Total of the bill')} value={formatKes(bill.total)} />
          <Line label={say('Paid by voucher')} value={formatKes(amount)} />
          <Line label={paidByText(bill)} value={formatKes(bill.rest)} />
        </dl>
      )}
      <dl>
        <Line label={say('Date')} value={momentText(redeemedAt)} />
        {reversedAt !== undefined && <Line label={say('Reversed')} value={momentText(reversedAt)} />}
        <Line label={say('Served by')} value={servedText(redemption)} />
        <Line label={say('Receipt')} value={shortReference(redemptionId)} />
      </dl>
      <p className="paper-foot">
        {say('Asante, karibu tena!')}
        <b>Zawadi</b>
      </p>
    </article>,
    document.body,
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Formats a full date: "Today 10:45" means nothing on paper. */
function momentText(at: string): string {
  const moment = new Date(at);
  return `${dateText(moment)}, ${minuteText(moment)}`;
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // `flushSync`, because the browser lays the page out as soon as the event handler returns.
    const before = () => {
      document.body.classList.add('prints-paper');
      flushSync(() => setPrinting(true));
    };
    const after = () => {
      document.body.classList.remove('prints-paper');
      setPrinting(false);
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      after();
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
