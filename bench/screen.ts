import { EventEmitter, once } from 'node:events';
import { liveStream, purchaseDetails } from '@zawadi/contract';
import { hintsOf } from '@zawadi/contract/live-stream';
import type { ApiClient } from '@zawadi/story/api-client';
import type { SignedIn } from '@zawadi/story/people';

/** A buyer's page: it hears that a payment has changed, and asks what has become of it. */
export type Screen = {
  /** @throws Error when the payment is canceled */
  untilPaid: (requestId: string) => Promise<void>;
};

/** As the page does it, for a hint that was lost: use-purchase.ts. */
const LOOK_AGAIN_MS = 10_000;

/** Opens the stream that the page of a person holds until the server ends it; its hints are asked about as the page does. */
export async function openScreen(api: ApiClient, { bearer }: SignedIn): Promise<Screen> {
  const { ok, status, body } = await fetch(`${api.baseUrl}${liveStream.path}`, {
    headers: { authorization: `Bearer ${bearer}`, accept: 'text/event-stream' },
  });
  if (!ok || !body) throw new Error(`a screen has no stream: ${status}`);
  const changes = new EventEmitter();
  void listen(body, changes);
  return {
    untilPaid: async (requestId) => {
      for (;;) {
        const isOver = AbortSignal.timeout(LOOK_AGAIN_MS);
        const change = once(changes, requestId, { signal: isOver }).catch(() => undefined);
        const { orderStatus } = await api.call(purchaseDetails, { params: { requestId } }, { bearer });
        if (orderStatus === 'COMPLETED') return;
        if (orderStatus === 'CANCELED') throw new Error('a payment was canceled');
        await change;
      }
    },
  };
}

async function listen(stream: ReadableStream<Uint8Array>, changes: EventEmitter): Promise<void> {
  try {
    for await (const { id } of hintsOf(stream)) changes.emit(id);
  } catch {
    // Closed, or cut off: the screen then looks from time to time.
  }
}
