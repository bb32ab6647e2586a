import type { Outgoing } from './mutations.ts';

export type Heard = { status: number; code: string; isBackPressure: boolean };
export type Report = ReturnType<typeof createReport>;

const SHOWN = 25;
const ERROR = 50;
/**
 * An expected log line: the test creates gifts without the sandbox, so M-PESA does not know their receipts.
 */
const DELIBERATE = /^M-PESA refuses our (?:reversals|pay-outs|withdrawals)/u;

/** Counts answers and log lines, and records what must not happen. */
export function createReport(endpoints: readonly string[]) {
  const statuses = new Map<string, number>();
  const codes = new Map<string, number>();
  const warnings = new Map<string, number>();
  const backPressure = new Map<string, number>();
  const answered = new Map<string, { calls: number; successes: number }>();
  const failures: string[] = [];
  let mutated = 0;

  return {
    failures,
    fail: (what: string) => void failures.push(what),
    note: (endpoint: string, call: Outgoing, { status, code, isBackPressure }: Heard) => {
      const isUntouched = call.mutations.length === 0;
      if (!isUntouched) mutated += 1;
      count(statuses, `${Math.floor(status / 100)}xx`);
      count(codes, `${status} ${code}`);
      const seen = answered.get(endpoint) ?? { calls: 0, successes: 0 };
      seen.calls += 1;
      if (status === 200) seen.successes += 1;
      answered.set(endpoint, seen);
      if (isBackPressure) count(backPressure, code);
      else if (status >= 500) failures.push(`${status} ${code}: ${describeCall(call)}`);
    },
    /** One line of the log, in pino's format. */
    logged: (line: string) => {
      const { level, msg, err } = JSON.parse(line) as {
        level: number;
        msg?: string;
        err?: { stack?: string };
      };
      if (level < ERROR || DELIBERATE.test(msg ?? '')) count(warnings, msg ?? '');
      else failures.push(`logged: ${msg} ${err?.stack ?? ''}`);
    },
    lines: (): string[] => {
      const unheard = endpoints.filter((name) => !answered.has(name));
      const refused = [...answered].filter(([, { successes }]) => successes === 0).map(([name]) => name);
      const sum = [...statuses.values()].reduce((total, one) => total + one, 0);
      return [
        `${sum} calls, ${mutated} of them changed: ${listed(statuses)}`,
        `endpoints: ${answered.size} of ${endpoints.length} called, ${answered.size - refused.length} with success`,
        ...(unheard.length > 0 ? [`never called: ${unheard.join(', ')}`] : []),
        ...(refused.length > 0 ? [`never with success: ${refused.join(', ')}`] : []),
        `back-pressure, with Retry-After: ${listed(backPressure) || 'none'}`,
        `warnings in the log: ${listed(warnings) || 'none'}`,
        `outcomes: ${listed(codes)}`,
        `${failures.length} failures`,
        ...failures.slice(0, SHOWN),
      ];
    },
  };
}

export function describeCall({ method, path, headers, body, mutations }: Outgoing): string {
  const { authorization, ...others } = headers;
  const who = authorization?.slice(0, 6) ?? 'anonymous';
  const shown = { ...others, body: String(body ?? '').slice(0, 400), who, mutations };
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(shown)}`;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function listed(counts: Map<string, number>): string {
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, number]) => `${name} × ${number}`)
    .join(', ');
}
