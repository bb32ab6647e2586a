import { decrypt } from '../platform/crypto/keys.ts';
import type { TestSystem } from './test-system.ts';

type Sent = { to: string; template: string; data: Record<string, string> };

/** Returns all messages to an email address or phone number, sent or waiting, oldest first. */
export async function messagesTo(
  { owner, deps }: Pick<TestSystem, 'owner' | 'deps'>,
  to: string,
): Promise<Sent[]> {
  const { rows } = await owner.query<{ payload: Buffer }>(
    'select payload from outbox where payload is not null order by id',
  );
  return rows
    .map(({ payload }) => JSON.parse(decrypt(deps.keys, payload)) as Sent)
    .filter((sent) => sent.to === to);
}

/** Returns the data of all messages to this target with one template. */
export async function sentTo(
  system: Pick<TestSystem, 'owner' | 'deps'>,
  to: string,
  template: string,
): Promise<Record<string, string>[]> {
  const sent = await messagesTo(system, to);
  return sent.filter((one) => one.template === template).map(({ data }) => data);
}
