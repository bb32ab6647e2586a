import { Link } from '@tanstack/react-router';
import type { SystemHealth } from '@zawadi/contract/system-health';
import { formatKes } from '@zawadi/contract/money';
import { Fragment } from 'react';
import { Time } from '../../../ui/time.tsx';
import { countText } from '../count-text.ts';
import { SignedMoney } from '../signed-money.tsx';
import { accountName, lateJobs, queueTexts, unknownText } from './health-words.ts';

/** Payments and pay-outs that M-PESA left without a result. */
export function UnknownText({ unknown }: { unknown: SystemHealth['unknownPayments'] }) {
  const text = unknownText(unknown);
  if (text === undefined) return 'M-PESA has told the end of every payment older than ten minutes.';
  return (
    <>
      {text}
      {unknown.oldestAt !== undefined && (
        <>
          , the oldest of <Time at={unknown.oldestAt} />
        </>
      )}
      .{' '}
      <Link to="/admin/transactions" search={{ status: 'Pending' }}>
        Show them
      </Link>
    </>
  );
}

/** What M-PESA holds for us beside what the ledger says. */
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
      Compared <Time at={float.comparedAt} />. {link}
    </>
  );
}

/** SMS, e-mails and pushes on their way, and those that were given up. */
export function QueueText({ queue }: { queue: SystemHealth['queue'] }) {
  const texts = queueTexts(queue);
  return texts.length === 0 ? 'Nothing waits.' : `${texts.join(' · ')}.`;
}

/** Whether the systems of merchants take what we tell them. */
export function WebhooksText({
  webhooks: { failing, switchedOff, waiting },
}: Pick<SystemHealth, 'webhooks'>) {
  const parts = [
    failing > 0 && countText(failing, 'address fails', 'addresses fail'),
    switchedOff > 0 && `${countText(switchedOff, 'is', 'are')} switched off for failing`,
    waiting > 0 && countText(waiting, 'delivery waits', 'deliveries wait'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Every address answers.' : `${parts.join(', ')}.`;
}

/** The work that runs by itself. */
export function JobsText({ jobs }: { jobs: SystemHealth['jobs'] }) {
  const late = lateJobs(jobs);
  if (late !== undefined) return <>Late or failing: {late}.</>;
  return `${countText(jobs.jobs.length, 'job runs', 'jobs run')} when they should.`;
}
