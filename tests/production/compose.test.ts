import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ENVIRONMENT_VARIABLES, readEnvironment } from '../../apps/api/src/config/environment.ts';
import { readOptions } from '../../scripts/commands/commands.ts';
import { findCommand } from '../../scripts/commands/find-command.ts';
import product from '../../package.json' with { type: 'json' };

const OPS = join(import.meta.dirname, '../../ops');
const SECRETS = '/run/secrets/';
const OF_THE_SANDBOX = ['SANDBOX_HOST', 'SANDBOX_SMTP_PORT'];
const CERTIFICATE = '../apps/sandbox/src/certificate/sandbox-only-certificate.pem';

const service = z.strictObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).optional(),
  profiles: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .default({}),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string(),
      timeout: z.string(),
      start_period: z.string().optional(),
      retries: z.number(),
    })
    .optional(),
  mem_limit: z.string().regex(/^\d+m$/u),
  shm_size: z.string().optional(),
  restart: z.enum(['no', 'unless-stopped']),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
});

const file = z
  .object({
    services: z.record(z.string(), service),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(readFileSync(join(OPS, 'compose.yaml'), 'utf8'), { merge: true }));

const services = Object.entries(file.services);
const isOurs = (image: string): boolean => image.startsWith('zawadi:');
const ownServices = services.filter(([, { image }]) => isOurs(image));

test('each service of the image runs a command of the artefact, read-only, with settings that the product knows', () => {
  expect(ownServices.length).toBeGreaterThan(6);
  const known = [...ENVIRONMENT_VARIABLES, ...OF_THE_SANDBOX];
  for (const [name, one] of ownServices) {
    const [command = '', ...options] = one.command ?? [];
    expect.soft(() => readOptions(findCommand(command), options), name).not.toThrow();
    expect.soft(one.image, name).toBe(`zawadi:\${ZAWADI_VERSION:-${product.version}}`);
    expect.soft(one, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    for (const setting of Object.keys(one.environment))
      expect.soft(known, `${name} ${setting}`).toContain(setting.replace(/(?<!CERTIFICATE)_FILE$/u, ''));
  }
});

test('a service has each secret that it reads, and only migrations have the owner’s', () => {
  for (const [name, { environment, secrets }] of services) {
    const read = Object.values(environment).filter((value) => value.startsWith(SECRETS));
    expect
      .soft(secrets, name)
      .toEqual(expect.arrayContaining(read.map((path) => path.slice(SECRETS.length))));
    for (const secret of secrets) expect.soft(file.secrets, name).toHaveProperty(secret);
  }
  const ofOwner = services.filter(([, { secrets }]) => secrets.includes('owner_url'));
  expect(ofOwner.map(([name]) => name)).toEqual(['migrate']);
});

test('services refer to services, volumes and files that exist', () => {
  for (const [name, { depends_on: needed, network_mode: network, volumes }] of services) {
    const others = [...Object.keys(needed), ...(network ? [network.replace(/^service:/u, '')] : [])];
    for (const other of others) expect.soft(file.services, name).toHaveProperty(other);
    const awaited = Object.entries(needed).filter(([, { condition }]) => condition === 'service_healthy');
    for (const [other] of awaited)
      expect.soft(file.services[other]?.healthcheck, `${name} ${other}`).toBeDefined();
    const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
    const isThere = (source: string) =>
      source.startsWith('.') ? existsSync(join(OPS, source)) : source in file.volumes;
    expect
      .soft(
        sources.filter((source) => !isThere(source)),
        name,
      )
      .toEqual([]);
  }
});

test('every service that stays has a health check, and all without a profile fit into 2 GB', () => {
  const staying = services.filter(([name, { restart }]) => restart !== 'no' && name !== 'demo-worker');
  for (const [name, { healthcheck }] of staying) expect.soft(healthcheck, name).toBeDefined();
  const usual = services.filter(([, { profiles }]) => profiles.length === 0);
  expect(usual.map(([name]) => name).toSorted()).toEqual(
    ['api-1', 'api-2', 'caddy', 'migrate', 'postgres', 'worker'].toSorted(),
  );
  const megabytes = usual
    .filter(([, { restart }]) => restart !== 'no')
    .reduce((sum, [, { mem_limit: limit }]) => sum + Number.parseInt(limit, 10), 0);
  expect(megabytes).toBeLessThan(1_800);
});

test('the written secrets and settings, once filled in, are a valid production configuration of the API', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const prepare = () =>
    spawnSync('sh', [join(OPS, 'compose/prepare'), 'gifts.example.co.ke', folder], { encoding: 'utf8' });
  expect(prepare()).toMatchObject({ status: 0, stderr: '' });
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(Object.keys(file.secrets)));
  const secret = readFileSync(join(folder, 'app_secret'), 'utf8');
  expect(prepare()).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'app_secret'), 'utf8')).toBe(secret);

  for (const name of readdirSync(folder)) {
    if (statSync(join(folder, name)).size === 0) writeFileSync(join(folder, name), 'filled-in\n');
  }
  writeFileSync(join(folder, 'smtp_url'), 'smtps://zawadi:password@smtp.example.co.ke:465\n');
  cpSync(join(OPS, CERTIFICATE), join(folder, 'mpesa_certificate'));
  const given = parseEnv(readFileSync(join(folder, 'zawadi.env'), 'utf8'));
  for (const [name, value] of Object.entries(given)) given[name] = value || 'filled-in';
  const inside = Object.entries(file.services['api-1']?.environment ?? {}).map(
    ([name, value]) => [name, value.replace(SECRETS, `${folder}/`)] as const,
  );
  const environment = { ...given, MPESA_SHORT_CODE: '600100', ...Object.fromEntries(inside) };
  expect(readEnvironment(environment)).toMatchObject({
    PROVIDER: 'daraja',
    PUBLIC_URL: 'https://gifts.example.co.ke',
    PORT: 4_000,
    DATABASE_URL: expect.stringMatching(/^postgres:\/\/zawadi:[0-9a-f]{48}@postgres:5432\/zawadi$/u),
    APP_SECRET: secret.trim(),
    MPESA_PASSKEY: 'filled-in',
  });
});
