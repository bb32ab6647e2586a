/** The command was called with wrong arguments; the message says how to call it. */
export class UsageMistake extends Error {}

/**
 * Returns the URL of the merchant API. A host alone is enough.
 * @throws UsageMistake
 */
export function addressOfApi(typed: string): string {
  const url = parse(typed, 'https');
  if (url.pathname === '/') url.pathname = '/api/v1';
  return url.href;
}

/**
 * Returns the URL that receives the events. Without a scheme it is http, which local programs usually use.
 * @throws UsageMistake
 */
export function addressToForwardTo(typed: string): string {
  return parse(typed, 'http').href;
}

function parse(typed: string, scheme: string): URL {
  // A port alone means a port of this machine.
  const full = /^\d+(?:\/|$)/u.test(typed) ? `localhost:${typed}` : typed;
  const withScheme = /^[a-z][\w+.-]*:\/\//iu.test(full) ? full : `${scheme}://${full}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (!url || !/^https?:$/u.test(url.protocol)) throw new UsageMistake(`"${typed}" is not an address.`);
  return url;
}
