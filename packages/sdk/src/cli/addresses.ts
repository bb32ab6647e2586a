/** The command was called in a way that cannot work; the message says how it can. */
export class UsageMistake extends Error {}

/**
 * The address of the merchant API, of which the host alone may be given.
 * @throws UsageMistake
 */
export function addressOfApi(typed: string): string {
  const url = parse(typed, 'https');
  if (url.pathname === '/') url.pathname = '/api/v1';
  return url.href;
}

/**
 * Where events go: without a scheme it is http, as programs on one's own machine are.
 * @throws UsageMistake
 */
export function addressToForwardTo(typed: string): string {
  return parse(typed, 'http').href;
}

function parse(typed: string, scheme: string): URL {
  // A port alone is this machine's.
  const full = /^\d+(?:\/|$)/u.test(typed) ? `localhost:${typed}` : typed;
  const withScheme = /^[a-z][\w+.-]*:\/\//iu.test(full) ? full : `${scheme}://${full}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (!url || !/^https?:$/u.test(url.protocol)) throw new UsageMistake(`"${typed}" is not an address.`);
  return url;
}
