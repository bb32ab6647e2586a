import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import type { SystemHealth } from '@zawadi/contract/system-health';
import { Fragment } from 'react';
import { Time } from '../../../ui/time.tsx';
import { countText } from '../count-text.ts';
import { SignedMoney } from '../signed-money.tsx';
import { FloatForecastText } from './float-forecast-text.tsx';
import { accountName } from './health-words.ts';

/** M-PESA's balances compared with the ledger. */
export function FloatText({ float }: { float: SystemHealth['float'] }) {
  const link = <Link to="/admin/reconciliation/balances">All balances</Link>;
  if (float.comparedAt === undefined) return <>M-PESA was not asked yet. {link}</>;
  return (
    <>
      {float.accounts.map(({ account, atProvider, inLedger }) => (
        <Fragment key={account}>
          {accountName(account)} <SignedMoney amountShillings={atProvider} />
          {atProvider === inLedger ? '' : `, the ledger says ${formatKes(inLedger)}`}.{' '}
        </Fragment>
      ))}
      {float.forecast !== undefined && (
        <>
          <FloatForecastText forecast={float.forecast} />{' '}
        </>
      )}
      {float.uncharged.payouts > 0 && `${chargesText(float.uncharged.payouts, float.uncharged.most)} `}
      Compared <Time at={float.comparedAt} />. {link}
    </>
  );
}

function chargesText(payouts: number, most: number): string {
  return `Charges not booked: ${countText(payouts, 'pay-out', 'pay-outs')}, between KES 0 and ${formatKes(most)}.`;
}
