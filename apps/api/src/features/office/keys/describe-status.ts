import type { Keys } from '../../../platform/crypto/keys.ts';
import type { KnownKey } from './app-keys-store.ts';
import { usesUnder } from './open-ring.ts';
import { RECOVERY_CODES, type KeyUse } from './sealed-columns-store.ts';

/**
 * Describes, in lines for an operator, how many values each key has sealed and which secrets can be removed from the
 * key ring.
 */
export function describeStatus(
  keys: Keys,
  uses: readonly KeyUse[],
  known: readonly Pick<KnownKey, 'id' | 'sealing'>[] = [],
): string[] {
  const [{ id: newest }, ...others] = keys;
  const stragglers = known.filter(({ id, sealing }) => sealing && id !== newest);
  const ids = new Set([
    ...others.map(({ id }) => id),
    ...uses.flatMap(({ keyId }) => keyId ?? []),
    ...stragglers.map(({ id }) => id),
  ]);
  ids.delete(newest);
  const unmarked = uses.filter(({ keyId }) => keyId === null);
  const under = (id: string) => uses.filter(({ keyId }) => keyId === id);
  return [
    `Key ${newest}, which seals whatever is new: ${listOf(under(newest))}.`,
    ...[...ids].map((id) => {
      const place = keys.some((key) => key.id === id) ? '' : ', which is not in the ring';
      const sealing = stragglers.find((one) => one.id === id)?.sealing;
      if (sealing)
        return `Key ${id}${place}: ${listOf(under(id))}. It was sealed with until ${sealing.at.toISOString()} by ${sealing.by}.`;
      return usesUnder(uses, id).length === 0
        ? `Key ${id}${place}: nothing. Its secret can be taken out of APP_SECRETS.`
        : `Key ${id}${place}: ${listOf(under(id))}.`;
    }),
    ...(unmarked.length === 0 ? [] : [`Without a key id, from before there were any: ${listOf(unmarked)}.`]),
    ...(uses.some(({ what, keyId }) => what === RECOVERY_CODES && keyId !== newest)
      ? ['Recovery codes come under the newest key when their owners make new ones, or are told to.']
      : []),
  ];
}

function listOf(uses: readonly KeyUse[]): string {
  return uses.length === 0 ? 'nothing' : uses.map(({ what, uses: count }) => `${what} (${count})`).join(', ');
}
