import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createHttp } from './create-http.ts';
import { serveSecurityTxt } from './serve-web.ts';

async function read(environment: Record<string, string>) {
  const http = await createHttp({ log: pino({ level: 'silent' }), trustProxy: false });
  const config = readConfig({ PUBLIC_URL: 'https://zawadi.example/', ...environment });
  serveSecurityTxt(http, { config, clock: { now: () => new Date('2026-11-20T10:00:00Z') } });
  const reply = await http.inject({ url: '/.well-known/security.txt' });
  await http.close();
  return reply;
}

test('tells reporters where to send a vulnerability, in the format of RFC 9116', async () => {
  const reply = await read({ SUPPORT_EMAIL: 'help@zawadi.example' });
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body.split('\n')).toEqual([
    'Contact: mailto:help@zawadi.example',
    'Expires: 2027-05-19T00:00:00.000Z',
    'Preferred-Languages: en, sw',
    'Canonical: https://zawadi.example/.well-known/security.txt',
    '',
  ]);
});

test.each([
  ['security@zawadi.example', 'mailto:security@zawadi.example'],
  ['https://zawadi.example/report', 'https://zawadi.example/report'],
])('the operator may name %s as the security contact', async (given, contact) => {
  const { body } = await read({ SUPPORT_EMAIL: 'help@zawadi.example', SECURITY_CONTACT: given });
  expect(body).toContain(`Contact: ${contact}\n`);
});

test('refuses to start with an invalid security contact', () => {
  expect(() => readConfig({ SECURITY_CONTACT: 'http://zawadi.example' })).toThrow('SECURITY_CONTACT');
});
