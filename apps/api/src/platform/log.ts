import { pino, type Logger } from 'pino';

/** One JSON line per event. What could be used by a reader of the log is not written at all. */
export function createLog(options: { level: string; name: string }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    redact: {
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
    },
  });
}
