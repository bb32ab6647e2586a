import type { HealthState, SystemHealth } from '@zawadi/contract/system-health';
import { countText } from '../count-text.ts';

export const STATE_WORDS = {
  good: 'Works',
  attention: 'Look at this',
  bad: 'Does not work',
  unknown: 'Not known yet',
} as const satisfies Record<HealthState, string>;

/** Labels of the state of the whole system. */
export const WHOLE_WORDS = {
  good: 'All systems working',
  attention: 'Something needs a look',
  bad: 'Something does not work',
  unknown: 'Not known yet',
} as const satisfies Record<HealthState, string>;

/** Labels of the checked parts, in the order of the list. */
export const PARTS = {
  checks: 'Checks',
  provider: 'M-PESA',
  callbacks: 'Callbacks',
  unknownPayments: 'Unknown payments',
  float: 'Float against the ledger',
  payOuts: 'Pay-outs',
  stops: 'Stops',
  ledger: 'Ledger',
  queue: 'Messages to be sent',
  webhooks: 'Webhooks',
  jobs: 'Jobs',
} as const satisfies { [Part in keyof SystemHealth]?: string };

type Part = keyof typeof PARTS;

/** Pages on which a fault of a part is solved, for parts whose text has no link. */
export const PART_PAGES: Partial<Record<Part, { path: string; label: string }>> = {
  provider: { path: '/admin/transactions?isUnconfirmed=true', label: 'Unknown payments' },
  callbacks: { path: '/admin/reconciliation', label: 'Reconciliation' },
  ledger: { path: '/admin/reports/trial-balance', label: 'Trial balance' },
};

/** Advice on faults that are solved outside the administrators' pages. */
export const PART_ADVICE: Partial<Record<Part, string>> = {
  callbacks: 'The worker may have stopped, or a callback cannot be read. Its log says why.',
  queue:
    'Check the account of the SMS or mail provider, and the log of the worker. The page of a payment shows its messages.',
  jobs: 'The worker may have stopped, or the job fails. The log of the worker says why.',
};

const ORDER = [
  'checks',
  'provider',
  'callbacks',
  'unknownPayments',
  'float',
  'payOuts',
  'stops',
  'ledger',
  'queue',
  'webhooks',
  'jobs',
] as const satisfies readonly Part[];

/** Returns every part with its state. */
export function partsOf(health: SystemHealth): { part: Part; state: HealthState }[] {
  return ORDER.map((part) => ({ part, state: health[part].state }));
}

/** Lists the working parts ("Working: callbacks and jobs"); undefined if no part is known to work. */
export function workingText(health: SystemHealth): string | undefined {
  const working = partsOf(health).filter(({ state }) => state === 'good');
  if (working.length === 0) return undefined;
  const names = working.map(({ part }) => PARTS[part]);
  return `Working: ${listText(names.map((name) => (name === 'M-PESA' ? name : name.toLowerCase())))}.`;
}

export const PROVIDERS = {
  sandbox: 'Sandbox',
  'daraja-sandbox': 'Daraja, test',
  daraja: 'Daraja',
} as const satisfies Record<SystemHealth['provider']['name'], string>;

/** Returns advice while M-PESA does not answer; otherwise undefined. */
export function providerAdvice({ state }: Pick<SystemHealth['provider'], 'state'>): string | undefined {
  if (state !== 'bad') return undefined;
  return (
    'No money is lost: what was ordered is kept, and M-PESA is asked again by itself. ' +
    'If this lasts longer than five minutes, have the line to M-PESA checked.'
  );
}

type Unknown = SystemHealth['unknownPayments'];

const UNKNOWN_KINDS = [
  ['purchases', 'purchase', 'purchases'],
  ['withdrawals', 'withdrawal', 'withdrawals'],
  ['settlements', 'settlement', 'settlements'],
  ['refunds', 'refund', 'refunds'],
] as const satisfies readonly [keyof Unknown, string, string][];

/** Counts payments without a result ("2 purchases and 1 refund"); undefined if M-PESA has sent every result. */
export function unknownText(unknown: Unknown): string | undefined {
  const parts = UNKNOWN_KINDS.filter(([kind]) => unknown[kind] > 0).map(([kind, one, many]) =>
    countText(unknown[kind], one, many),
  );
  return parts.length === 0 ? undefined : listText(parts);
}

/** Describes each topic with messages in the queue ("sms: 12 wait, 1 gave up"). */
export function queueTexts({ topics }: SystemHealth['queue']): string[] {
  return topics
    .filter(({ waiting, dead }) => waiting + dead > 0)
    .map(({ topic, waiting, dead }) => {
      const parts = [
        waiting > 0 && countText(waiting, 'waits', 'wait'),
        dead > 0 && `${dead.toLocaleString('en-KE')} gave up today`,
      ];
      return `${topic}: ${parts.filter(Boolean).join(', ')}`;
    });
}

/** Lists the late and failed jobs ("expire-vouchers and check-float"); undefined if there are none. */
export function lateJobs({ jobs }: SystemHealth['jobs']): string | undefined {
  const late = jobs.filter(({ state }) => state === 'attention' || state === 'bad');
  return late.length === 0 ? undefined : listText(late.map(({ name }) => name));
}

const list = new Intl.ListFormat('en-GB', { style: 'long', type: 'conjunction' });

/** Joins names: "wallets, vouchers and merchants". */
export function listText(parts: readonly string[]): string {
  return list.format(parts);
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  'mpesa:collection': 'Collection',
  'mpesa:payout': 'Pay-out',
};

/** Returns the label of an account at M-PESA (`mpesa:collection` → "Collection"). */
export function accountName(account: string): string {
  return ACCOUNTS[account] ?? account;
}
