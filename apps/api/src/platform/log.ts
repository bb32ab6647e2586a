import { writeSync } from 'node:fs';
import { pino, type LogFn, type Logger } from 'pino';
import { isConnectionLoss } from './db/in-transaction.ts';
import { traceOfLine } from './tracing/tracing.ts';

const REPEATED_EVERY_MS = 60_000;

/**
 * Creates a log of one JSON line per event, with the trace id if there is one. Never writes secrets that a reader of
 * the log could use.
 */
export function createLog(options: {
  level: string;
  name: string;
  /** Where lines are written; standard output by default. */
  write?: (line: string) => void;
}): Logger {
  const redact = {
    paths: [
      '*.password',
      '*.otp',
      '*.token',
      '*.accessToken',
      '*.refreshToken',
      '*.apiSecret',
      '*.code_plain',
      'req.headers',
      'headers',
    ],
    censor: '(hidden)',
  };
  const hooks = { logMethod: createOutageFilter() };
  return pino(
    { name: options.name, level: options.level, redact, hooks, mixin: traceOfLine },
    options.write ? { write: options.write } : createOutput(process.stdout.fd),
  );
}

/**
 * Creates a filter for repeated lines of an outage. While the database is unavailable, requests, jobs and queues log
 * thousands of errors a minute. Of equal lines, writes the first at once, then one a minute with the number
 * suppressed.
 */
function createOutageFilter() {
  const suppressed = new Map<string, number>();
  return function logMethod(this: Logger, input: Parameters<LogFn>, method: LogFn): void {
    const [facts, text] = input as [object, string];
    const outage = outageIn(facts);
    if (outage === undefined) return method.apply(this, input);
    const key = `${text} ${outage}`;
    const before = suppressed.get(key);
    if (before !== undefined) return void suppressed.set(key, before + 1);
    suppressed.set(key, 0);
    setTimeout(() => {
      const count = suppressed.get(key) ?? 0;
      suppressed.delete(key);
      const counted = [{ ...facts, suppressed: count }, text] as unknown as Parameters<LogFn>;
      if (count > 0) method.apply(this, counted);
    }, REPEATED_EVERY_MS).unref();
    return method.apply(this, input);
  };
}

/**
 * Returns a text that is equal for repeated lines of one outage: the error's message and all other facts. Returns
 * undefined if no connection was lost.
 */
function outageIn(facts: unknown): string | undefined {
  if (typeof facts !== 'object' || facts === null || !('err' in facts)) return undefined;
  const { err, ...others } = facts;
  if (typeof err !== 'object' || err === null || !('message' in err)) return undefined;
  // A lock time-out or a deadlock concerns one row, so all its lines are kept.
  const isOutage = 'syscall' in err || isConnectionLoss(err);
  return isOutage ? `${String(err.message)} ${Object.values(others).map(String).join()}` : undefined;
}

/**
 * Writes lines; drops a line whose write fails. A full disk then loses lines, and nothing else. Pino's own
 * destination ends the process at the first failed write. Or it blocks all requests in a loop until a write succeeds
 * (flushSync of sonic-boom 4).
 */
function createOutput(fd: number): { write: (line: string) => void } {
  let isTorn = false;
  return {
    write: (line) => {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line);
      try {
        isTorn = writeSync(fd, bytes) < bytes.length;
      } catch {
        // A failed write of the log cannot be reported anywhere.
      }
    },
  };
}
