import { Writable } from 'node:stream';
import { createSandbox } from '@zawadi/sandbox';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect } from 'vitest';
import { z } from 'zod';
import { deriveKeys } from '../../../../platform/crypto/keys.ts';
import { openDatabase } from '../../../../platform/db/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { createOutboxWorker } from '../../../../platform/outbox/create-outbox-worker.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { until } from '../../../../testing/until.ts';
import { createNotificationHandlers, notify } from '../index.ts';
import { createEmailSender } from '../send-email.ts';
import { createSmsSender } from '../send-sms.ts';
import type { VoucherFacts } from '../fields.ts';
import type { Notice } from '../index.ts';
import { createPushSender } from '../send-push.ts';
import { readVapidKeys } from '../vapid-keys.ts';

export type TestInbox = Awaited<ReturnType<typeof startInbox>>;

/** Starts a database, an outbox worker, and the sandbox as the provider that receives all messages. */
export async function startInbox() {
  const keys = deriveKeys(Buffer.alloc(32, 7));
  const logged: string[] = [];
  const askedFor: string[] = [];
  const vouchers = new Map<string, VoucherFacts>();
  const database = await createTestDatabase();
  const db = openDatabase(database.appUrl, { connections: 8, name: 'test' });
  const sandbox = await createSandbox({ port: 0 });
  const { smsUsername: username, smsApiKey: apiKey } = sandboxCredentials;
  const emailSender = createEmailSender({
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    from: 'Zawadi <hello@zawadi.test>',
  });
  const handlers = createNotificationHandlers({
    sendSms: createSmsSender({ baseUrl: sandbox.url, username, apiKey, from: 'ZAWADI', timeoutMs: 500 }),
    emailSender,
    db,
    keys,
    sendPush: createPushSender({
      readKeys: () => readVapidKeys({ db, keys }),
      subject: 'mailto:hello@zawadi.test',
      allowsLoopback: true,
      ownPorts: [],
      timeoutMs: 500,
    }),
    resolveVoucher: async (voucherId, address) => {
      askedFor.push(address);
      return vouchers.get(voucherId);
    },
  });
  const worker = createOutboxWorker(
    { db, keys, log: logInto(logged) },
    { handlers, concurrency: 4, pollMs: 20 },
  );

  async function rowsOf(dedupeKey: string) {
    const { rows } = await sql<{
      state: string;
      attempts: number;
      isLeased: boolean;
      lastError: string | null;
      payload: Buffer | null;
    }>`
      select state, attempts, lease_token is not null as "isLeased", last_error as "lastError", payload from outbox
      where dedupe_key = ${dedupeKey}`.execute(db);
    return rows;
  }

  async function control(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${sandbox.url}/control/${path}`, init);
    if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    db,
    keys,
    logged,
    askedFor,
    rowsOf,
    tell: (...notices: Notice[]) => db.transaction().execute((tx) => notify(tx, { keys }, ...notices)),
    /** Waits until no outbox row with this dedupe key is pending; returns the states of all its rows. */
    settled: (dedupeKey: string) =>
      until(async () => {
        const states = (await rowsOf(dedupeKey)).map(({ state }) => state);
        expect(states.length).toBeGreaterThan(0);
        expect(states).not.toContain('pending');
        return states;
      }),
    addVoucher: (facts: Partial<VoucherFacts> = {}) => {
      const voucherId = newId();
      vouchers.set(voucherId, { ...usualVoucher(voucherId), ...facts });
      return voucherId;
    },
    smsOf: async (msisdn: string) => phoneSchema.parse(await control(`phones/${msisdn}`)).messages,
    mailsOf: async (email: string) =>
      inboxSchema.parse(await control(`mail?to=${encodeURIComponent(email)}`)).messages,
    behave: async (behaviour: object) => {
      const headers = { 'content-type': 'application/json' };
      await control('behaviour', { method: 'POST', headers, body: JSON.stringify(behaviour) });
    },
    stop: async () => {
      await worker.stop();
      emailSender.close();
      await sandbox.close();
      await db.destroy();
      await database.drop();
    },
  };
}

/** Returns a phone number and an email address that no other test uses. */
export function newPerson(): { msisdn: string; email: string } {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return { msisdn: `2547${digits}`, email: `${digits}@zawadi.test` };
}

const phoneSchema = z.object({ messages: z.array(z.object({ from: z.string(), text: z.string() })) });
const inboxSchema = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string() })) });

function usualVoucher(voucherId: string): VoucherFacts {
  return {
    code: '7K3M-9QXT-2RFD-8WZA',
    link: `https://zawadi.example/v/${voucherId}`,
    value: 950,
    balance: 950,
    senderName: 'Amina Wanjiku',
    recipientName: 'Brian',
    message: 'Hongera!',
    expiresAt: new Date('2028-11-20T20:59:59Z'),
    cloth: 'asante',
  };
}

function logInto(lines: string[]) {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: 'trace' }, sink);
}
