import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { until } from '../../apps/api/src/testing/until.ts';
import { withReplaced } from '../../scripts/cluster-ha/configure.ts';

const OPS = join(import.meta.dirname, '../../ops');
const SBIN = ['/usr/sbin', '/usr/local/sbin'];

/** Self-signed certificate, with its key. */
export type Certificate = { certificateFile: string; keyFile: string; bothFile: string; pem: string };

type Places = { port: number; apis: [number, number]; certificate: Certificate; folder: string };

type Program = {
  name: string;
  /** Writes the configuration of ops/ with the paths of a test. @returns the command that runs it in the foreground */
  prepare: (places: Places) => string[];
};

/** Lists the proxies that have a configuration in ops/ and are installed on this machine. */
export function findProxies(): Program[] {
  return [haproxy, nginx, caddy].filter(({ name }) => findProgram(name) !== undefined);
}

/** Starts a proxy with the configuration of ops/ in front of two APIs. */
export async function startProxy(program: Program, places: Places): Promise<{ stop: () => Promise<void> }> {
  const [command = '', ...args] = program.prepare(places);
  const child = spawn(findProgram(command) ?? command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk) => (words += String(chunk)));
  const hasEnded = once(child, 'exit');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${words}`);
    const socket = connect(places.port, '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await hasEnded;
    },
  };
}

/**
 * @param names of the certificate, as openssl writes them
 * @throws Error if openssl is missing
 */
export function makeCertificate(folder: string, names = 'IP:127.0.0.1'): Certificate {
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', `subjectAltName=${names}`];
  const { error, status } = spawnSync('openssl', [
    ...request,
    ...subject,
    '-keyout',
    keyFile,
    '-out',
    certificateFile,
  ]);
  if (error || status !== 0) throw new Error('this test needs openssl: apt-get install openssl');
  const pem = readFileSync(certificateFile, 'utf8');
  const bothFile = join(folder, 'both.pem');
  writeFileSync(bothFile, pem + readFileSync(keyFile, 'utf8'));
  return { certificateFile, keyFile, bothFile, pem };
}

const haproxy: Program = {
  name: 'haproxy',
  prepare: ({ port, apis, certificate, folder }) => {
    const file = join(folder, 'haproxy.cfg');
    const text = withReplaced(readFileSync(join(OPS, 'haproxy/haproxy.cfg'), 'utf8'), [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['/etc/haproxy/zawadi.pem', certificate.bothFile],
      ['127.0.0.1:4001', `127.0.0.1:${apis[0]}`],
      ['127.0.0.1:4002', `127.0.0.1:${apis[1]}`],
    ]);
    writeFileSync(file, text);
    return ['haproxy', '-db', '-f', file];
  },
};

const nginx: Program = {
  name: 'nginx',
  prepare: ({ port, apis, certificate, folder }) => {
    const site = withReplaced(readFileSync(join(OPS, 'nginx/zawadi.conf'), 'utf8'), [
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['    listen [::]:443 ssl http2;\n', ''],
      ['    listen 80;\n    listen [::]:80;\n', `    listen unix:${join(folder, 'nginx-80')};\n`],
      ['/etc/letsencrypt/live/zawadi.example.co.ke/fullchain.pem', certificate.certificateFile],
      ['/etc/letsencrypt/live/zawadi.example.co.ke/privkey.pem', certificate.keyFile],
      ['127.0.0.1:4001', `127.0.0.1:${apis[0]}`],
      ['127.0.0.1:4002', `127.0.0.1:${apis[1]}`],
    ]);
    mkdirSync(join(folder, 'nginx'), { recursive: true });
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, 'nginx', name)};`,
    );
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log stderr error;\nevents { worker_connections 2048; }\n` +
        `http {\naccess_log off;\n${paths.join('\n')}\n${site}\n}\n`,
    );
    return ['nginx', '-c', file, '-p', folder];
  },
};

const caddy: Program = {
  name: 'caddy',
  prepare: ({ port, apis, certificate, folder }) => {
    const file = join(folder, 'Caddyfile');
    const site = withReplaced(readFileSync(join(OPS, 'caddy/Caddyfile'), 'utf8'), [
      [
        '{$ZAWADI_HOST:zawadi.example.co.ke} {',
        `https://127.0.0.1:${port} {\n\ttls ${certificate.certificateFile} ${certificate.keyFile}`,
      ],
      ['127.0.0.1:4001', `127.0.0.1:${apis[0]}`],
      ['127.0.0.1:4002', `127.0.0.1:${apis[1]}`],
    ]);
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
};

/** Returns the path of an installed program. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SBIN];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
