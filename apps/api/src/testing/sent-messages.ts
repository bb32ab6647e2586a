import { decrypt } from '../platform/crypto/keys.ts';
import type { TestSystem } from './test-system.ts';

type Sent = { to: string; template: string; data: Record<string, string> };

/** All messages that went or will go to an address or number, the oldest first. */
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

/** The data of those by one template. */
export async function sentTo(
  system: Pick<TestSystem, 'owner' | 'deps'>,
  to: string,
  template: string,
): Promise<Record<string, string>[]> {
  const sent = await messagesTo(system, to);
  return sent.filter((one) => one.template === template).map(({ data }) => data);
}
