import { newId } from './new-id.ts';

const DATABASE = 'zawadi';
const STORE = 'keys';
const KEY_NAME = 'device';
const NONCE_KEY = 'zawadi.nonce';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
// If the database does not open within this time, the app continues without a key.
const PATIENCE_MS = 10_000;

type DeviceKey = { privateKey: CryptoKey; jwk: JsonWebKey };
type Init = Omit<RequestInit, 'method' | 'headers'> & { method: string; headers: Record<string, string> };

let deviceKey: Promise<DeviceKey | undefined> | undefined;
// Nonce of this page, if local storage (which shares it between tabs) is missing or full.
let nonceOfPage: string | undefined;

/**
 * Sends a request with a proof (RFC 9449, header `DPoP`), signed by a key that never leaves this browser. A stolen
 * token is useless without this key. Sends no proof without WebCrypto or a database, for example on a plain http page.
 * Repeats the request once if the server requires another nonce. The nonce shows that a proof is fresh; the phone's
 * clock may be wrong.
 * @param accessToken the token sent with the request; the proof contains its hash
 */
export async function fetchWithProof(path: string, init: Init, accessToken?: string): Promise<Response> {
  // The user may have cleared site data. So bind a sign-in or refresh to the stored key, which the next page will load.
  const former = deviceKey;
  if (accessToken === undefined) deviceKey = keyWithin(PATIENCE_MS).then((key) => key ?? former);
  const key = await (deviceKey ??= keyWithin(PATIENCE_MS));
  if (key === undefined) return fetch(path, init);
  const ask = async () => {
    const dpop = await proofBy(key, { method: init.method, path, accessToken });
    const response = await fetch(path, { ...init, headers: { ...init.headers, dpop } });
    keepNonce(response.headers.get('dpop-nonce'));
    return response;
  };
  const response = await ask();
  const isNonceOld =
    response.status === 401 && response.headers.get('www-authenticate')?.includes('use_dpop_nonce') === true;
  return isNonceOld ? ask() : response;
}

async function proofBy(
  { privateKey, jwk }: DeviceKey,
  { method, path, accessToken }: { method: string; path: string; accessToken: string | undefined },
): Promise<string> {
  const { origin, pathname } = new URL(path, location.origin);
  const nonce = readNonce();
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk };
  const claims = {
    jti: newId(),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(Date.now() / 1000),
    ...(nonce !== undefined && { nonce }),
    ...(accessToken !== undefined && {
      ath: base64url(await crypto.subtle.digest('SHA-256', utf8(accessToken))),
    }),
  };
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join('.');
  return `${signed}.${base64url(await crypto.subtle.sign(SIGNATURE, privateKey, utf8(signed)))}`;
}

function keyWithin(patienceMs: number): Promise<DeviceKey | undefined> {
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs, undefined));
  return Promise.race([keyOfThisBrowser().catch(() => undefined), tooLong]);
}

/** Returns the key that all tabs share. It is kept after a sign-out, and no script can export it from the browser. */
async function keyOfThisBrowser(): Promise<DeviceKey | undefined> {
  if ((globalThis.crypto as Partial<Crypto>).subtle === undefined) return undefined;
  const database = await openDatabase();
  const { privateKey, publicKey } =
    (await read(database)) ??
    (await keepFirst(database, await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])));
  database.close();
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty, crv, x, y } };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return settled(request);
}

function read(database: IDBDatabase): Promise<CryptoKeyPair | undefined> {
  return settled<CryptoKeyPair | undefined>(
    database.transaction(STORE).objectStore(STORE).get(KEY_NAME) as IDBRequest<CryptoKeyPair | undefined>,
  );
}

/** Stores the key unless another tab stored one first; returns the stored one. */
async function keepFirst(database: IDBDatabase, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  const change = database.transaction(STORE, 'readwrite');
  const store = change.objectStore(STORE);
  const known = await settled(store.get(KEY_NAME) as IDBRequest<CryptoKeyPair | undefined>);
  if (known !== undefined) return known;
  store.put(made, KEY_NAME);
  // Wait for the commit: if a full disk loses the key, a session bound to it ends when the page closes.
  await new Promise<void>((resolve, reject) => {
    change.addEventListener('complete', () => resolve());
    change.addEventListener('abort', () =>
      reject(change.error ?? new Error('the browser did not store the key')),
    );
  });
  return made;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('the browser’s database failed')),
    );
  });
}

function readNonce(): string | undefined {
  try {
    return nonceOfPage ?? localStorage.getItem(NONCE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepNonce(nonce: string | null): void {
  if (nonce === null || nonce === readNonce()) return;
  try {
    localStorage.setItem(NONCE_KEY, nonce);
    nonceOfPage = undefined;
  } catch {
    nonceOfPage = nonce;
  }
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64url(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  const symbols = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(symbols).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
