import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import dns2 from 'dns2';
import { SMTPServer } from 'smtp-server';
import { DAY_MS } from '../platform/durations.ts';

export const MAIL_LOGIN = { user: 'zawadi', password: 'mail-password' };

export type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>;

type Certificate = { name: string; daysLeft: number };

/** Records of the test's DNS server, by type and name: `TXT _dmarc.example`. */
type Zone = Map<string, string>;

/**
 * Starts what surrounds a production system, on this machine: a DNS server, the proxy with the certificate of PUBLIC_URL,
 * and a mail server with TLS and login. This process trusts their certificates until `close`.
 */
export async function startOutsideWorld(certificate: Certificate) {
  const issue = await createAuthority();
  const proxy = createServer(await issue(certificate), (_, response) => response.end());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const mail = new SMTPServer({
    ...(await issue({ name: '127.0.0.1', daysLeft: 90 })),
    secure: true,
    onAuth: ({ username, password }, _session, done) =>
      username === MAIL_LOGIN.user && password === MAIL_LOGIN.password
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
  });
  // A client that distrusts the certificate ends the connection.
  mail.on('error', () => undefined);
  const mailListener = mail.listen(0, '127.0.0.1');
  await once(mailListener, 'listening');
  const zone: Zone = new Map();
  const dns = await startDns(zone);
  return {
    zone,
    dnsServer: dns.address,
    proxyPort: (proxy.address() as AddressInfo).port,
    mailPort: (mailListener.address() as AddressInfo).port,
    /** Gives the proxy another certificate. */
    useCertificate: async (other: Certificate) => proxy.setSecureContext(await issue(other)),
    /** Makes a certificate and its key, as PEM. */
    issue,
    close: async () => {
      setDefaultCACertificates(getCACertificates('bundled'));
      proxy.close();
      proxy.closeAllConnections();
      await new Promise<void>((resolve) => mail.close(resolve));
      await dns.close();
    },
  };
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2_048,
};

/** Makes a certificate authority that this process trusts. */
async function createAuthority() {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const issuer = 'CN=Test authority';
  const validity = (daysLeft: number) => ({
    notBefore: new Date(Date.now() - 90 * DAY_MS),
    notAfter: new Date(Date.now() + daysLeft * DAY_MS),
  });
  const own = await X509CertificateGenerator.createSelfSigned({
    name: issuer,
    keys,
    signingAlgorithm: RSA,
    extensions: [new BasicConstraintsExtension(true)],
    ...validity(90),
  });
  setDefaultCACertificates([...getCACertificates('default'), own.toString('pem')]);
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return async ({ name, daysLeft }: Certificate) => {
    const type = /^[\d.]+$/u.test(name) ? 'ip' : 'dns';
    const certificate = await X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer,
      publicKey: keys.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: RSA,
      extensions: [new SubjectAlternativeNameExtension([{ type, value: name }])],
      ...validity(daysLeft),
    });
    return {
      key,
      cert: certificate.toString('pem'),
    };
  };
}

const { Packet } = dns2;
const TYPES = { [Packet.TYPE.A]: 'A', [Packet.TYPE.TXT]: 'TXT' } as Record<number, string>;

async function startDns(zone: Zone): Promise<{ address: string; close: () => Promise<void> }> {
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const data = zone.get(`${TYPES[question?.type ?? 0]} ${question?.name}`);
      if (question && data !== undefined) {
        response.answers.push(Packet.createResourceFromQuestion(question, { ttl: 1, address: data, data }));
      }
      void send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  return { address: `127.0.0.1:${(udp as AddressInfo).port}`, close: () => server.close() };
}

/** Starts a proxy in front of a provider, whose answers have an earlier date: the provider's clock is late. */
export async function startLateProvider(baseUrl: string, lateMs: number) {
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '', 'content-type': type = 'text/plain' } = request.headers;
    const answer = await fetch(`${baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      body: request.method === 'POST' ? await buffer(request) : null,
    });
    response.setHeader('date', new Date(Date.now() - lateMs).toUTCString());
    response.writeHead(answer.status).end(await answer.text());
  }
  const server = createHttpServer((request, response) => void forward(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
