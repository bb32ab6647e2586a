import type { HealthState, SystemHealth } from '@zawadi/contract/system-health';
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { Fragment, type ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { countText } from '../count-text.ts';
import { PathLink } from '../path-link.tsx';
import { FloatText } from './float-text.tsx';
import { PayOutsText, StopsText } from './pause-lines.tsx';
import {
  lateJobs,
  PART_ADVICE,
  PART_PAGES,
  PARTS,
  partsOf,
  providerAdvice,
  PROVIDERS,
  queueTexts,
  STATE_WORDS,
  unknownText,
} from './health-words.ts';

const LOOKS = {
  good: { tone: 'success', icon: CircleCheck },
  attention: { tone: 'warn', icon: TriangleAlert },
  bad: { tone: 'danger', icon: CircleX },
  unknown: { tone: 'neutral', icon: CircleDashed },
} as const;

/** One line for each part of the system. */
export function HealthLines({ health }: { health: SystemHealth }) {
  const texts: Record<keyof typeof PARTS, ReactNode> = {
    checks: <ChecksText checks={health.checks} />,
    provider: <ProviderText provider={health.provider} />,
    callbacks: <CallbacksText callbacks={health.callbacks} />,
    unknownPayments: <UnknownText unknown={health.unknownPayments} />,
    float: <FloatText float={health.float} />,
    payOuts: <PayOutsText paused={health.payOuts.paused} />,
    stops: <StopsText stops={health.stops.stops} />,
    ledger: <LedgerText ledger={health.ledger} />,
    queue: <QueueText queue={health.queue} />,
    webhooks: <WebhooksText webhooks={health.webhooks} />,
    jobs: <JobsText jobs={health.jobs} />,
  };
  return (
    <ul className="health">
      {partsOf(health).map(({ part, state }) => (
        <li key={part}>
          <b>{PARTS[part]}</b>
          <HealthStateWord state={state} />
          <p className="health-text">
            {texts[part]}
            {state !== 'good' && <NextStep part={part} />}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the page where a fault is solved, or says what to do elsewhere. */
function NextStep({ part }: { part: keyof typeof PARTS }) {
  const page = PART_PAGES[part];
  const advice = PART_ADVICE[part];
  return (
    <>
      {advice !== undefined && ` ${advice}`}
      {page !== undefined && (
        <>
          {' '}
          <PathLink path={page.path}>{page.label}</PathLink>
        </>
      )}
    </>
  );
}

/** The usual state is not emphasised. */
export function HealthStateWord({ state, word = STATE_WORDS[state] }: { state: HealthState; word?: string }) {
  const { tone, icon } = LOOKS[state];
  const isQuiet = state === 'good' || state === 'unknown';
  return (
    <span className={`${isQuiet ? 'status' : 'badge'} ${tone}`}>
      <Icon of={icon} />
      {word}
    </span>
  );
}

/** Findings and remedies of the failed checks, or when all checks passed. */
function ChecksText({ checks: { checks, checkedAt } }: Pick<SystemHealth, 'checks'>) {
  if (checkedAt === undefined) return 'Nothing was checked yet.';
  const failed = checks.filter(({ state }) => state === 'bad');
  if (failed.length === 0) {
    return (
      <>
        {countText(checks.length, 'check passed', 'checks passed')}, the latest{' '}
        <Time at={checkedAt} isMidSentence />.
      </>
    );
  }
  return failed.map(({ name, label, text, nextStep, failingSince = checkedAt }) => (
    <span key={name} className="failed-check">
      <strong>{label}:</strong> {text}. {nextStep} Since <Time at={failingSince} isMidSentence />.
    </span>
  ));
}

/** When M-PESA last accepted a request, and when it last failed to answer one. */
function ProviderText({ provider }: { provider: SystemHealth['provider'] }) {
  const { name, lastAcknowledgedAt, lastUnansweredAt, unansweredQueries, lastUnansweredQueryAt } = provider;
  const advice = providerAdvice(provider);
  return (
    <>
      {PROVIDERS[name]}.{' '}
      {lastAcknowledgedAt === undefined ? (
        'Not called yet.'
      ) : (
        <>
          Last answered <Time at={lastAcknowledgedAt} />.
        </>
      )}
      {lastUnansweredAt !== undefined && (
        <>
          {' '}
          Last without an answer <Time at={lastUnansweredAt} />.
        </>
      )}
      {lastUnansweredQueryAt !== undefined && (
        <>
          {' '}
          {unansweredQueries === 1
            ? '1 question about a payment was'
            : `${unansweredQueries} questions about payments were`}{' '}
          not answered in the last ten minutes, the latest <Time at={lastUnansweredQueryAt} isMidSentence />.
        </>
      )}
      {advice !== undefined && ` ${advice}`}
    </>
  );
}

/** Whether M-PESA's callbacks arrive, and whether we process them in time. */
function CallbacksText({ callbacks }: { callbacks: SystemHealth['callbacks'] }) {
  const { lastReceivedAt, lastHour, waiting, oldestWaitingAt, areAddressesRefused } = callbacks;
  if (areAddressesRefused)
    return 'M-PESA refuses our addresses: payments by hand at the pay bill are not reported. Check in the Daraja portal that the app has the C2B product.';
  if (lastReceivedAt === undefined) {
    return (
      <>
        None has arrived yet.
        <PayBillText addresses={callbacks.payBill} />
      </>
    );
  }
  return (
    <>
      {countText(lastHour, 'arrived', 'arrived')} in the last hour, the latest <Time at={lastReceivedAt} />.
      {waiting > 0 && ` ${countText(waiting, 'is', 'are')} not processed yet`}
      {waiting > 0 && oldestWaitingAt !== undefined && (
        <>
          , the oldest of <Time at={oldestWaitingAt} />
        </>
      )}
      {waiting > 0 && '.'}
      <PayBillText addresses={callbacks.payBill} />
    </>
  );
}

/** Which callback address receives pay-bill payments, and which address M-PESA must change to. */
function PayBillText({ addresses }: { addresses: SystemHealth['callbacks']['payBill'] }) {
  return addresses.map(({ address, isNext, lastReceivedAt }) => (
    <Fragment key={address}>
      {isNext ? ' Next pay-bill address: ' : ' Pay-bill address: '}
      {address}
      {lastReceivedAt !== undefined && (
        <>
          , last used <Time at={lastReceivedAt} />
        </>
      )}
      .
    </Fragment>
  ));
}

/** Payments and pay-outs for which M-PESA sent no result. */
function UnknownText({ unknown }: { unknown: SystemHealth['unknownPayments'] }) {
  const text = unknownText(unknown);
  if (text === undefined) return 'M-PESA has reported the result of every payment older than ten minutes.';
  return (
    <>
      {text}
      {unknown.amount !== undefined && unknown.amount > 0 && `, ${formatKes(unknown.amount)} together`}
      {unknown.oldestAt !== undefined && (
        <>
          , the oldest of <Time at={unknown.oldestAt} />
        </>
      )}
      .{' '}
      <Link to="/admin/transactions" search={{ isUnconfirmed: true }}>
        Show them
      </Link>
    </>
  );
}

/** Result of the nightly ledger audit: whether every stored balance equals the sum of its transfers. */
function LedgerText({ ledger: { state, auditedAt } }: Pick<SystemHealth, 'ledger'>) {
  if (state === 'bad') return 'The audit found a balance that is not the sum of its transfers.';
  if (auditedAt === undefined) return 'It is audited every night.';
  return (
    <>
      Every balance was right <Time at={auditedAt} isMidSentence />.
    </>
  );
}

/** SMS, emails and push messages: how many wait, and how many were given up. */
function QueueText({ queue }: { queue: SystemHealth['queue'] }) {
  const texts = queueTexts(queue);
  return texts.length === 0 ? 'Nothing waits.' : `${texts.join(' · ')}.`;
}

/** Whether merchants' systems accept the webhooks that we send. */
function WebhooksText({
  webhooks: { failing, switchedOff, waiting, merchants },
}: Pick<SystemHealth, 'webhooks'>) {
  const parts = [
    failing > 0 && countText(failing, 'address fails', 'addresses fail'),
    switchedOff > 0 && `${countText(switchedOff, 'is', 'are')} switched off for failing`,
    waiting > 0 && countText(waiting, 'delivery waits', 'deliveries wait'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Every address answers.';
  return (
    <>
      {parts.join(', ')}.
      {merchants.map(({ merchantCode, businessName }) => (
        <Fragment key={merchantCode}>
          {' '}
          <Link to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
            {businessName}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

/** State of the scheduled jobs. */
function JobsText({ jobs }: { jobs: SystemHealth['jobs'] }) {
  const late = lateJobs(jobs);
  if (late !== undefined) return <>Late or failing: {late}.</>;
  return `All ${jobs.jobs.length} jobs on time.`;
}
