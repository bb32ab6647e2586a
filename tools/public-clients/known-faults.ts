import type { Step } from './client.ts';
import type { Outcome } from './try-client.ts';

type Fault = { client: string; step: Step; why: string };

/** Failures that would also occur at M-PESA: the client's values contradict Daraja's portal. */
const faultsOfClients: readonly Fault[] = [
  {
    client: 'mpesa-api',
    step: 'STK push',
    why: 'Its default TransactionType ends with a blank; the portal knows no such word.',
  },
  {
    client: 'mpesa-api',
    step: 'reversal',
    why: 'Its default RecieverIdentifierType is "4"; the portal says "11" for every reversal.',
  },
  {
    client: 'daraja',
    step: 'reversal',
    why: 'It sends no Amount, and ReceiverIdentifierType spelt right where Daraja expects RecieverIdentifierType.',
  },
  {
    client: 'daraja.js',
    step: 'reversal',
    why: 'It always sends RecieverIdentifierType "4"; the portal says "11" for every reversal.',
  },
];

type Tried = { name: string; steps: Record<Step, Outcome> };

/** @returns the outcomes as a table, the table's notes, and a sentence for each unexplained failure */
export function explain(tried: readonly Tried[]): { table: string; notes: string; unexplained: string[] } {
  const [first] = tried;
  const steps = Object.keys(first?.steps ?? {}) as Step[];
  const notes: string[] = [];
  const unexplained: string[] = [];

  function cell({ name, steps: outcomes }: Tried, step: Step): string {
    const outcome = outcomes[step];
    const isPlain = outcome.isOk && outcome.help === undefined;
    const fault = faultsOfClients.find((known) => known.client === name && known.step === step);
    if (isPlain && fault === undefined) return 'ok';
    if (isPlain) unexplained.push(`${name}, ${step}: works, although it is a known fault: ${fault?.why}`);
    if (fault === undefined) unexplained.push(`${name}, ${step}: failed: ${outcome.said}`);
    if (isPlain || fault === undefined) return isPlain ? 'ok' : 'failed';
    const said = outcome.said?.replace(/ \(\d+\)$/, '');
    notes.push(`${notes.length + 1}. ${name}, ${step}: the client's fault. ${fault.why} Answer: ${said}.`);
    return `${outcome.isOk ? `ok with ${outcome.help}` : 'refused'} (${notes.length})`;
  }

  const rows = steps.map((step) => [step, ...tried.map((one) => cell(one, step))]);
  const head = ['call', ...tried.map(({ name }) => name)];
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  return { table, notes: notes.join('\n'), unexplained };
}
