import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCertificatePem } from '../apps/sandbox/src/certificate/certificate.ts';
import { createSandbox } from '../apps/sandbox/src/sandbox.ts';
import type { Step } from './public-clients/client.ts';
import { createDarajaJs } from './public-clients/daraja-js.ts';
import { createDaraja } from './public-clients/daraja.ts';
import { explain } from './public-clients/known-faults.ts';
import { createMpesaApi } from './public-clients/mpesa-api.ts';
import { createMpesaNode } from './public-clients/mpesa-node.ts';
import { pointAtSandbox, replaceCertificateFiles } from './public-clients/point-at-sandbox.ts';
import { startReceiver } from './public-clients/receiver.ts';
import { tryClient } from './public-clients/try-client.ts';
import type { Outcome } from './public-clients/try-client.ts';

// Runs every step of third-party Daraja clients against the sandbox. A failure is the sandbox's fault, unless
// `known-faults.ts` explains why it is the client's fault.
const sandbox = await createSandbox({ port: 0 });
const receiver = await startReceiver();
const folder = mkdtempSync(join(tmpdir(), 'public-clients-'));
const certificatePath = join(folder, 'certificate.pem');
writeFileSync(certificatePath, sandboxCertificatePem);
pointAtSandbox(sandbox.url);
replaceCertificateFiles();

await control('behaviour', { autoAnswer: 'approve' });
const clients = [
  createMpesaApi(certificatePath),
  createMpesaNode(certificatePath),
  createDaraja(),
  createDarajaJs(),
];
const outcomes: { name: string; steps: Record<Step, Outcome> }[] = [];
for (const client of clients) {
  outcomes.push({ name: client.name, steps: await tryClient({ client, receiver, lastRefusal }) });
}

const { table, notes, unexplained } = explain(outcomes);
process.stdout.write(`${table}\n\n${notes}\n`);
for (const sentence of unexplained) process.stderr.write(`${sentence}\n`);
process.exitCode = unexplained.length === 0 ? 0 : 1;
receiver.close();
rmSync(folder, { recursive: true });
await sandbox.close();

/** Returns the sandbox's last refusal with the number of its event, because two refusals may have the same text. */
async function lastRefusal(): Promise<string | undefined> {
  const { events } = await control<{ events: { id: number; title: string; detail: string }[] }>('events');
  const refusal = events.find(({ title }) => title === 'Request refused');
  return refusal && `${refusal.detail.split(' · ').at(-1)} (${refusal.id})`;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the type of the sandbox's
// answer
async function control<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const request = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/control/${path}`, request);
  return (await response.json()) as Answer;
}
