/** A mistake that the operator can fix. The operator sees only its message, which is one sentence. */
export class StartUpMistake extends Error {
  override readonly name = 'StartUpMistake';
}

// 53100 is PostgreSQL's code, the others are the operating system's.
const DISK_IS_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const IS_NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Explains why a start failed.
 * @returns one sentence for a mistake of the operator or a fault of the machine; otherwise the error, a bug
 */
export function explainStartFailure(error: unknown): unknown {
  const causes = chainOf(error);
  const full = causes.find(({ code = '' }) => DISK_IS_FULL.has(code));
  if (full) {
    return `The disk is full (${full.message}). Free some space and try again, or choose another folder with DATA_DIR.`;
  }
  if (error instanceof StartUpMistake) return error.message;
  const refused = causes.find(({ code = '', path }) => IS_NOT_WRITABLE.has(code) && path !== undefined);
  if (!refused) return error;
  return `${refused.path} cannot be written (${refused.code}). Zawadi has to write in its own folder and in DATA_DIR.`;
}

function chainOf(error: unknown): NodeJS.ErrnoException[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
}
