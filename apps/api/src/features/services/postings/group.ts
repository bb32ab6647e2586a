import type { TransferGroup, TransferRequest } from '../../../ledger/index.ts';
import { derivedId } from '../../../platform/ids.ts';

export type Leg = Omit<TransferRequest, 'id' | 'kind'> & { leg: string };

/**
 * The transfers of one money event. A transfer's id is derived from its event and leg, so the same event can be posted
 * again and stays one. A leg of zero is left out.
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
