import { isIP } from 'node:net';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { DAY_MS } from '../../../platform/durations.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { broken, good, skipped, type Check, type CheckDeps, type Finding } from './check.ts';
import { readAddresses } from './dns.ts';

/** Programs that renew certificates automatically do so at least this many days before the end. */
const RENEWED_BEFORE_DAYS = 10;
const CONNECT_WITHIN_MS = 5_000;

/** Checks of PUBLIC_URL, at which customers' browsers and M-PESA's callbacks arrive. */
export const PUBLIC_URL_CHECKS: Check[] = [
  { name: 'public_name', label: 'Public name', find: findName },
  { name: 'public_certificate', label: 'Public certificate', find: findCertificate },
];

async function findName(deps: CheckDeps): Promise<Finding> {
  const { hostname } = new URL(deps.config.publicUrl);
  if (isLocal(hostname)) return skipped(`${hostname} is no public name`);
  const addresses = await readAddresses(deps, hostname);
  if (addresses.length > 0) return good(`${hostname} is ${addresses.join(', ')}`);
  return broken(
    `DNS knows no address of ${hostname}`,
    `Publish an A or AAAA record of ${hostname} with the address of this server, or correct PUBLIC_URL.`,
  );
}

async function findCertificate(deps: CheckDeps): Promise<Finding> {
  const { protocol, hostname, port } = new URL(deps.config.publicUrl);
  if (protocol !== 'https:') return skipped('PUBLIC_URL is not https');
  const address = isLocal(hostname) ? undefined : (await readAddresses(deps, hostname))[0];
  const socket = await openTls({ hostname, address, port: Number(port || 443) });
  if (typeof socket === 'string') {
    return broken(
      `${hostname} cannot be reached by TLS from this server (${socket})`,
      'Check that the proxy runs and that the firewall lets port 443 in; Let’s Encrypt needs port 80 too.',
    );
  }
  const certificate = socket.getPeerCertificate();
  const { authorizationError } = socket;
  socket.destroy();
  const endsAt = new Date(certificate.valid_to);
  const leftMs = endsAt.getTime() - deps.clock.now().getTime();
  const renew = 'Renew it, and find out why the proxy did not (its log names the reason).';
  if (checkServerIdentity(hostname, certificate)) {
    return broken(
      `The certificate at ${hostname} is for another name (${certificate.subjectaltname ?? 'none'})`,
      `Have the proxy use a certificate for ${hostname}, or correct PUBLIC_URL.`,
    );
  }
  if (leftMs < 0) return broken(`The certificate of ${hostname} ended on ${nairobiDay(endsAt)}`, renew);
  if (leftMs < RENEWED_BEFORE_DAYS * DAY_MS)
    return broken(`The certificate of ${hostname} ends on ${nairobiDay(endsAt)}`, renew);
  // A string when TypeScript's types say Error: the code of the first failed check, such as SELF_SIGNED_CERT_IN_CHAIN.
  if (!socket.authorized) {
    return broken(
      `Browsers do not trust the certificate of ${hostname} (${String(authorizationError)})`,
      'Have the proxy send a certificate of a public authority, with its intermediate certificates.',
    );
  }
  return good(`The certificate of ${hostname} is valid until ${nairobiDay(endsAt)}`);
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/gu, '')) !== 0;
}

type Place = { hostname: string; address: string | undefined; port: number };

/** @returns the connection, or the code of the error. Accepts any certificate: the caller says what is wrong with it */
function openTls({ hostname, address, port }: Place): Promise<TLSSocket | string> {
  const host = hostname.replaceAll(/[[\]]/gu, '');
  return new Promise((resolve) => {
    const socket = connect({
      host: address ?? host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: CONNECT_WITHIN_MS,
    });
    const end = (code: string) => {
      socket.destroy();
      resolve(code);
    };
    socket.once('secureConnect', () => resolve(socket));
    socket.once('timeout', () => end('timed out'));
    socket.once('error', (error: Error) => end('code' in error ? String(error.code) : error.message));
  });
}
