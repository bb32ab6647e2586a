import { decrypt } from '../platform/crypto/keys.ts';
import type { TestSystem } from './test-system.ts';

type Sent = { to: string; template: string; data: Record<string, string> };

/** The data of all messages by one template that went to an address or number, the oldest first. */
export async function sentTo(
  { owner, deps }: Pick<TestSystem, 'owner' | 'deps'>,
  to: string,
  template: string,
): Promise<Record<string, string>[]> {
  const { rows } = await owner.query<{ payload: Buffer }>(
    'select payload from outbox where payload is not null order by id',
  );
  return rows
    .map(({ payload }) => JSON.parse(decrypt(deps.keys, payload)) as Sent)
    .filter((sent) => sent.to === to && sent.template === template)
    .map(({ data }) => data);
}
