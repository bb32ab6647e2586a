import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pushMessage, type PushMessage, type PushSubscriptionKeys } from '@zawadi/contract';

type Heard = { headers: IncomingHttpHeaders; body: Buffer };

/** A browser with a push subscription. Only this browser can decrypt its messages. */
export type Browser = {
  subscription: PushSubscriptionKeys;
  /** Messages that the push service has delivered to this browser, oldest first, still encrypted. */
  heard: Heard[];
  /** The delivered messages, decrypted. */
  messages: () => PushMessage[];
};

export type PushService = {
  origin: string;
  newBrowser: () => Browser;
  /** Sets the push service's answer to messages for a browser; 201 by default. */
  answer: (browser: Browser, status: number, headers?: Record<string, string>) => void;
  close: () => Promise<void>;
};

/** Starts a push service like a browser vendor's, over real HTTP on this machine. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const answers = new Map<string, { status: number; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? '';
      const { status, headers } = answers.get(path) ?? { status: 201, headers: {} };
      browsers.get(path)?.heard.push({ headers: request.headers, body });
      response.writeHead(browsers.has(path) ? status : 404, headers).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    newBrowser: () => {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const browser = createBrowser(origin + path);
      browsers.set(path, browser);
      return browser;
    },
    answer: (browser, status, headers = {}) => {
      answers.set(new URL(browser.subscription.endpoint).pathname, { status, headers });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function createBrowser(endpoint: string): Browser {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const heard: Heard[] = [];
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    heard,
    messages: () => heard.map(({ body }) => pushMessage.parse(JSON.parse(decrypt(pair, auth, body)))),
  };
}

/** Decrypts a message as a browser does: RFC 8291 over RFC 8188, with one record. */
function decrypt(pair: ECDH, auth: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const serverKey = body.subarray(21, keyEnd);
  const derive = (secret: Buffer, saltOf: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, bytes));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
  const secret = derive(pair.computeSecret(serverKey), auth, about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}
