import { writeSync } from 'node:fs';
import { pino, type LogFn, type Logger } from 'pino';
import { isDatabaseInTrouble } from './db/in-transaction.ts';
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
 * While the database is away every request, job and queue says so, thousands of times a minute. Of lines with the same text and
 * the same error one a minute is written, with how many were suppressed before it.
 */
function createOutageFilter() {
  const written = new Map<string, { atMs: number; suppressed: number }>();
  return function logMethod(this: Logger, input: Parameters<LogFn>, method: LogFn): void {
    const [facts, text] = input as unknown[];
    const message = outageIn(facts);
    if (message === undefined) return method.apply(this, input);
    const key = `${String(text)} ${message}`;
    const now = performance.now();
    const last = written.get(key);
    if (last && now - last.atMs < REPEATED_EVERY_MS) {
      last.suppressed += 1;
      return undefined;
    }
    for (const [old, { atMs }] of written) if (now - atMs > 2 * REPEATED_EVERY_MS) written.delete(old);
    written.set(key, { atMs: now, suppressed: 0 });
    const { suppressed = 0 } = last ?? {};
    const counted = suppressed > 0 ? [{ ...(facts as object), suppressed }, text] : input;
    return method.apply(this, counted as Parameters<LogFn>);
  };
}

/** What an error says that tells of a database, or a connection, in trouble. */
function outageIn(facts: unknown): string | undefined {
  const error: unknown =
    typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  const isOutage = 'syscall' in error || isDatabaseInTrouble(error);
  return isOutage && 'message' in error ? String(error.message) : undefined;
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
