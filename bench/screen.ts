import { setTimeout as pause } from 'node:timers/promises';
import { liveStream, purchaseDetails } from '@zawadi/contract';
import { hintsOf } from '@zawadi/contract/live-stream';
import type { ApiClient } from '@zawadi/story/api-client';
import type { SignedIn } from '@zawadi/story/people';

/** Simulates a buyer's page, which receives hints that a payment has changed, and fetches its state. */
export type Screen = {
  /** @throws Error if the payment is canceled */
  untilPaid: (requestId: string) => Promise<void>;
};

/** Polling interval in case a hint is lost. The same as in the web app's use-purchase.ts. */
const LOOK_AGAIN_MS = 10_000;

/**
 * Opens the stream of a person's page until the server ends it, and fetches the state at each hint, as the page does.
 */
export async function openScreen(api: ApiClient, { bearer }: SignedIn): Promise<Screen> {
  const { ok, status, body } = await fetch(`${api.baseUrl}${liveStream.path}`, {
    headers: { authorization: `Bearer ${bearer}`, accept: 'text/event-stream' },
  });
  if (!ok || !body) throw new Error(`a screen has no stream: ${status}`);
  const waiting = new Map<string, () => void>();
  void listen(body, (id) => waiting.get(id)?.());
  return {
    untilPaid: async (requestId) => {
      for (;;) {
        const change = new Promise<void>((heard) => waiting.set(requestId, heard));
        const { orderStatus } = await api.call(purchaseDetails, { params: { requestId } }, { bearer });
        if (orderStatus === 'CANCELED') throw new Error('a payment was canceled');
        if (orderStatus === 'COMPLETED') break;
        await Promise.race([change, pause(LOOK_AGAIN_MS, undefined, { ref: false })]);
      }
      waiting.delete(requestId);
    },
  };
}

async function listen(stream: ReadableStream<Uint8Array>, hear: (id: string) => void): Promise<void> {
  try {
    for await (const { id } of hintsOf(stream)) hear(id);
  } catch {
    // Closed or cut off: the screen then polls from time to time.
  }
}
