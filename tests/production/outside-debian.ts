import dns from 'node:dns';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net, { type Server } from 'node:net';
import { dirname, join } from 'node:path';
import tls, { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createSandbox } from '@zawadi/sandbox';
import { sandboxCertificatePem } from '@zawadi/sandbox/certificate';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { createApiClient } from '@zawadi/story/api-client';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type { DebianMachine } from './debian-machine.ts';
import { makeCertificate } from './proxies.ts';

/** Hosts that a server calls. The sandbox answers in their names. */
const PROVIDERS = ['sandbox.safaricom.co.ke', 'api.africastalking.com'];
const MAIL_PORT = 2_525;
const AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

/**
 * Surrounds a machine with the providers under their own names, a mail server, and people who reach it by its name.
 * @param of.name of the server, for which Caddy makes the certificate
 */
export async function startOutside(of: { debian: DebianMachine; name: string; folder: string }) {
  const { debian, name, folder } = of;
  const { own, outside } = debian.addresses;
  const sandbox = await createSandbox({ port: 0, smtpPort: 0 });
  const names = PROVIDERS.map((one) => `DNS:${one}`).join(',');
  const { certificateFile, keyFile, pem } = makeCertificate(folder, names);
  const certificate = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
  const servers = [
    await listen(tls.createServer(certificate, passTo(new URL(sandbox.url).port)), 443, outside),
    await listen(net.createServer(passTo(String(sandbox.smtpPort))), MAIL_PORT, outside),
  ];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(debian.root, path)), { recursive: true });
    writeFileSync(join(debian.root, path), text);
  };
  write('etc/hosts', `127.0.0.1 localhost\n${outside} ${PROVIDERS.join(' ')}\n${own} ${name}\n`);
  write('etc/providers.pem', pem);
  write('etc/zawadi/mpesa-certificate.pem', sandboxCertificatePem);
  for (const unit of ['zawadi-api@', 'zawadi-worker'])
    write(
      `etc/systemd/system/${unit}.service.d/providers.conf`,
      '[Service]\nEnvironment=NODE_EXTRA_CA_CERTS=/etc/providers.pem\n',
    );
  await debian.run(['systemctl', 'daemon-reload']);

  const trusted = getCACertificates('default');
  const lookup = dns.lookup;
  return {
    /** Settings that only an operator has: for M-PESA, SMS and mail. */
    settings: {
      MPESA_CONSUMER_KEY: sandboxCredentials.consumerKey,
      MPESA_CONSUMER_SECRET: sandboxCredentials.consumerSecret,
      MPESA_SHORT_CODE: sandboxCredentials.shortCode,
      MPESA_PASSKEY: sandboxCredentials.passkey,
      MPESA_INITIATOR_NAME: sandboxCredentials.initiatorName,
      MPESA_INITIATOR_PASSWORD: sandboxCredentials.initiatorPassword,
      SMS_USERNAME: sandboxCredentials.smsUsername,
      SMS_API_KEY: sandboxCredentials.smsApiKey,
      SMTP_URL: `smtp://${outside}:${MAIL_PORT}`,
      MAIL_FROM: 'Zawadi <hello@gifts.example.org>',
    },
    /** Lets this process reach the server by its name, and trust the authority of its Caddy. */
    enter: () => {
      setDefaultCACertificates([...trusted, readFileSync(join(debian.root, AUTHORITY), 'utf8')]);
      const toServer = (host: string, ...rest: unknown[]): unknown =>
        Reflect.apply(lookup, dns, [host === name ? own : host, ...rest]);
      dns.lookup = toServer as typeof lookup;
      return { api: createApiClient(`https://${name}`), sandbox: createSandboxControl(sandbox.url) };
    },
    close: async () => {
      dns.lookup = lookup;
      setDefaultCACertificates(trusted);
      for (const server of servers) server.close();
      await sandbox.close();
    },
  };
}

function passTo(port: string): (socket: net.Socket) => void {
  return (socket) => {
    const inner = net.connect(Number(port), '127.0.0.1');
    for (const one of [socket, inner])
      one.on('error', () => void [socket, inner].map((end) => end.destroy()));
    socket.pipe(inner).pipe(socket);
  };
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
