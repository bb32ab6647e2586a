import { writeSync } from 'node:fs';
import { pino, type Logger } from 'pino';

/** One JSON line per event. What could be used by a reader of the log is not written at all. */
export function createLog(options: { level: string; name: string }): Logger {
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
  return pino({ name: options.name, level: options.level, redact }, createOutput(process.stdout.fd));
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
