import { writeSync } from 'node:fs';
import { pino, type LogFn, type Logger } from 'pino';
import { isConnectionLoss } from './db/in-transaction.ts';
import { traceOfLine } from './tracing/tracing.ts';

const REPEATED_EVERY_MS = 60_000;

/**
 * One JSON line per event, with the id of its trace where there is one. What could be used by a reader of the log is not
 * written at all.
 */
export function createLog(options: {
  level: string;
  name: string;
  /** Where lines go; standard output unless told otherwise. */
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
 * While the database is away every request, job and queue says so, thousands of times a minute. Of lines that say the same of the
 * same things one is written at once, and one a minute with how many there were meanwhile.
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

/** What facts say of a database, or a connection, that is away: the error's words, and whatever else they name. */
function outageIn(facts: unknown): string | undefined {
  if (typeof facts !== 'object' || facts === null || !('err' in facts)) return undefined;
  const { err, ...others } = facts;
  if (typeof err !== 'object' || err === null || !('message' in err)) return undefined;
  // A lock or a deadlock is about one row, and every such line counts.
  const isOutage = 'syscall' in err || isConnectionLoss(err);
  return isOutage ? `${String(err.message)} ${Object.values(others).map(String).join()}` : undefined;
}

/**
 * A full disk costs lines and nothing else. Pino's own destination ends the process at the first write that fails, or
 * sleeps in a loop until one succeeds (flushSync of sonic-boom 4), with every request waiting.
 */
function createOutput(fd: number): { write: (line: string) => void } {
  let isTorn = false;
  return {
    write: (line) => {
      const bytes = Buffer.from(isTorn ? `\n${line}` : line);
      try {
        isTorn = writeSync(fd, bytes) < bytes.length;
      } catch {
        // There is nowhere left to say so.
      }
    },
  };
}
