import type { SystemHealth } from '@zawadi/contract/system-health';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Time } from '../../../ui/time.tsx';
import { STOPS } from '../stops/stop-words.ts';

const PAUSE_CAUSES = {
  float: 'M-PESA’s pay-out account lacks money. Put money into the utility account.',
  access: 'M-PESA refuses our access. Check the app in the Daraja portal.',
} as const;

/** Pay-outs that M-PESA refused for a reason on our side, and when they are tried again. */
export function PayOutsText({ paused }: Pick<SystemHealth['payOuts'], 'paused'>) {
  if (paused.length === 0) return 'None are paused.';
  return paused.map(({ what, cause, until }) => (
    <Fragment key={what}>
      {what === 'withdrawals' ? 'Withdrawals' : 'Settlements'} are tried again from{' '}
      <Time at={until} isMidSentence />: {PAUSE_CAUSES[cause]}{' '}
      {what === 'withdrawals' ? (
        <Link to="/admin/transactions" search={{ type: 'Withdrawal', status: 'Pending' }}>
          Withdrawals that wait
        </Link>
      ) : (
        <Link to="/admin/settlements">Settlements</Link>
      )}{' '}
    </Fragment>
  ));
}

/** The stops in force, with start and reason. */
export function StopsText({ stops }: Pick<SystemHealth['stops'], 'stops'>) {
  if (stops.length === 0) return 'Nothing is stopped.';
  return (
    <>
      {stops.map(({ name, since, reason }) => (
        <Fragment key={name}>
          {STOPS[name].label} since <Time at={since} isMidSentence />: {reason}.{' '}
        </Fragment>
      ))}
      <Link to="/admin/settings/stops">Stops</Link>
    </>
  );
}
