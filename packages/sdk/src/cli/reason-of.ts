/** Makes a server's text safe for a terminal: control characters could move its cursor, or do worse. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/**
 * Returns why a request got no answer, in a few words. fetch says "fetch failed" and has the reason in its cause,
 * sometimes as a code alone.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
