import type { FloatForecast } from '@zawadi/contract/system-health';
import { formatComing, formatKes } from '@zawadi/contract/money';
import { Time } from '../../../ui/time.tsx';
import { SignedMoney } from '../signed-money.tsx';

/** How long the money in M-PESA's pay-out account lasts, the sum that is due, and the amount to put in. */
export function FloatForecastText({ forecast }: { forecast: FloatForecast }) {
  const { left, lastsUntil, due, lowBelow, missing, knownAt } = forecast;
  return (
    <>
      Pay-outs can use <SignedMoney amountShillings={left} /> (M-PESA’s balance of{' '}
      <Time at={knownAt} isMidSentence />, less later pay-outs).{' '}
      {lastsUntil === undefined
        ? 'At this pace it lasts two weeks or more.'
        : `At this pace until ${comingText(lastsUntil)}.`}{' '}
      Due until tomorrow night: {formatKes(due.total)} (settlements {formatKes(due.settlements)}, under way{' '}
      {formatKes(due.underWay)}, a usual day’s withdrawals {formatKes(due.withdrawals)}).
      {missing > 0 && (
        <strong>
          {' '}
          Put {formatKes(missing)} into the utility account on the M-PESA portal
          {due.total <= left && ` to reach your threshold of ${formatKes(lowBelow)}`}.
        </strong>
      )}
    </>
  );
}

function comingText(at: string): string {
  return formatComing(new Date(at), new Date());
}
