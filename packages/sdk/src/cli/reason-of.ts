/** Makes a server's text safe for a terminal: control characters could move the cursor, or worse. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/**
 * Returns why a request got no answer, in a few words. An error of fetch says only "fetch failed". The reason is in its
 * `cause`, sometimes only as a code.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
