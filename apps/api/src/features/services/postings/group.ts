import type { TransferGroup, TransferRequest } from '../../../ledger/index.ts';
import { derivedId } from '../../../platform/ids.ts';

export type Leg = Omit<TransferRequest, 'id' | 'kind'> & { leg: string };

/**
 * Groups the transfers of one money event. Transfer ids are derived from event and leg, so posting the event again has
 * no effect. Omits legs of zero.
 */
export function group(kind: string, causeId: string, legs: Leg[]): TransferGroup {
  const posted = legs.filter(({ amount }) => amount !== 0n);
  return {
    transfers: posted.map(({ leg, ...transfer }) => ({
      ...transfer,
      id: legId(kind, causeId, leg),
      kind,
    })),
  };
}

export function legId(kind: string, causeId: string, leg: string): string {
  return derivedId(kind, causeId, leg);
}
