import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PeopleApp } from '../../../../testing/people-app.ts';
import {
  createWebhookWorker,
  type WebhookWorker,
  type WebhookWorkerOptions,
} from '../create-webhook-worker.ts';
import { startShops } from './shop.ts';
import { startReceiver, type Heard, type Receiver } from './start-receiver.ts';

/** Fixture of one test file. Each test starts with a new receiver and no deliveries. */
export type Stage = {
  people: PeopleApp;
  receiver: Receiver;
  /** Starts another worker, which runs until the end of the test. */
  startWorker: (options?: Partial<WebhookWorkerOptions>) => void;
  idsHeard: () => unknown[];
};

/** Prepares the fixture. Call it once, at the top of a test file; its fields are set when a test runs. */
export function setStage(): Stage {
  let workers: WebhookWorker[] = [];
  // The hooks below set the other fields before the first test.
  const stage = {
    startWorker: (options = {}) => {
      workers.push(createWebhookWorker(stage.people.deps, { concurrency: 16, pollMs: 20, ...options }));
    },
    idsHeard: () => stage.receiver.heard.map(({ headers }) => headers['webhook-id']),
  } as Stage;
  beforeAll(async () => {
    stage.people = await startShops();
  });
  beforeEach(async () => {
    stage.receiver = await startReceiver();
  });
  afterEach(async () => {
    await stage.receiver.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    await stage.people.owner.query('delete from webhook_deliveries');
  });
  afterAll(() => stage.people.close());
  return stage;
}

/**
 * Verifies a message with the public library and parses it.
 * @throws if the signature is wrong
 */
export function verified(secret: string, { body, headers }: Heard): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
