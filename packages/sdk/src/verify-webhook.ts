import { ZawadiWebhookError } from './errors.ts';
import type { ZawadiEvent } from './events.ts';
import { bytesOf, importSecret, signedBytes } from './webhook-signature.ts';

const TOLERANCE_SECONDS = 300;

/**
 * `Headers` of fetch, or the headers object of a Node server. The type is structural, because some projects have
 * neither type.
 */
type HeaderFields =
  | { get: (name: string) => string | null }
  | Record<string, string | readonly string[] | undefined>;

/**
 * Verifies that a webhook message comes from Zawadi, and parses it.
 * @param message.payload the body exactly as received, before it is parsed
 * @param message.headers of the request, in any spelling
 * @param message.secret from the portal, `whsec_…`; both secrets during a rotation
 * @param message.toleranceSeconds largest accepted age; by default 300
 * @throws ZawadiWebhookError if the message is not from Zawadi or is too old; TypeError for an invalid secret
 */
export async function verifyWebhook(message: {
  payload: string | Uint8Array;
  headers: HeaderFields;
  secret: string | readonly string[];
  toleranceSeconds?: number;
}): Promise<ZawadiEvent> {
  const { payload, headers, secret, toleranceSeconds = TOLERANCE_SECONDS } = message;
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  const awaySeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d+$/u.test(timestamp) || !(awaySeconds <= toleranceSeconds)) {
    throw new ZawadiWebhookError(
      'timestamp_out_of_tolerance',
      'The message is too old, or a clock is wrong.',
    );
  }
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload);
  const signed = signedBytes(id, timestamp, body);
  if (!(await isSignedBy([secret].flat(), signatures, signed))) {
    throw new ZawadiWebhookError('signature_wrong', 'No signature of the message is right.');
  }
  return eventOf(id, new TextDecoder().decode(body));
}

async function isSignedBy(
  secrets: readonly string[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => bytesOf(signature.slice('v1,'.length)) ?? []);
  for (const secret of secrets) {
    const key = await importSecret(secret, 'verify');
    // WebCrypto compares signatures in constant time.
    for (const one of given) if (await crypto.subtle.verify('HMAC', key, one, signed)) return true;
  }
  return false;
}

function header(headers: HeaderFields, name: string): string {
  const value = isGetter(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([spelling]) => spelling.toLowerCase() === name)?.[1];
  const [first] = [value].flat();
  if (!first) throw new ZawadiWebhookError('headers_missing', `The message has no ${name}.`);
  return first;
}

function isGetter(headers: HeaderFields): headers is { get: (name: string) => string | null } {
  return typeof headers['get'] === 'function';
}

function eventOf(id: string, text: string): ZawadiEvent {
  try {
    // The message is signed by us, so its data follows the contract.
    return { id, ...(JSON.parse(text) as Omit<ZawadiEvent, 'id'>) } as ZawadiEvent;
  } catch {
    throw new ZawadiWebhookError('payload_unreadable', 'The message is signed, but no JSON.');
  }
}
