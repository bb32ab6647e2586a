import { liveStream, type LiveHint } from '@zawadi/contract/live-updates';
import { fetchWithProof } from '../device-key.ts';
import { startId } from '../exchange.ts';
import { hintsOf, StreamReplaced } from '@zawadi/contract/live-stream';
import { refreshed } from '../refresh.ts';
import { readTokens } from '../token-store.ts';

export type Listener = {
  onOpen: () => void;
  onHint: (hint: LiveHint) => void;
  onAway: () => void;
};

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
// The server sends a comment every 20 seconds; a longer silence means that the connection is dead.
const SILENCE_MS = 45_000;

/** Without this pause, two of a person's many tabs would close each other's streams in an endless loop. */
const REPLACED_DELAY_MS = 600_000;

/**
 * Listens to the stream of live hints until `signal` aborts; reconnects with growing pauses. If a newer stream of the
 * same person replaced this stream, waits ten minutes.
 */
export async function stayConnected(listener: Listener, signal: AbortSignal): Promise<void> {
  let delayMs = FIRST_DELAY_MS;
  while (!signal.aborted) {
    const ending = await listenOnce(listener, signal);
    if (signal.aborted) return;
    listener.onAway();
    delayMs = DELAYS_MS[ending](delayMs);
    await pause(delayMs * (0.75 + Math.random() / 2), signal);
  }
}

/** How a stream ended. `unopened`: offline, refused, or cut off before it opened. */
type Ending = 'unopened' | 'cut' | 'replaced';

const DELAYS_MS: Record<Ending, (lastMs: number) => number> = {
  unopened: (lastMs) => Math.min(lastMs * 2, LONGEST_DELAY_MS),
  cut: () => FIRST_DELAY_MS,
  replaced: () => REPLACED_DELAY_MS,
};

async function listenOnce({ onOpen, onHint }: Listener, signal: AbortSignal): Promise<Ending> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, SILENCE_MS);
  const stillThere = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE_MS);
  };
  let ending: Ending = 'unopened';
  try {
    const stream = await open(attempt.signal);
    ending = 'cut';
    onOpen();
    for await (const hint of hintsOf(stream.pipeThrough(noticing(stillThere)))) onHint(hint);
  } catch (error) {
    // For any other error, the next attempt to connect shows whether the server is back.
    if (error instanceof StreamReplaced) ending = 'replaced';
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    stop();
  }
  return ending;
}

async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const tokens = readTokens();
  if (tokens === undefined) throw new Error('signed out');
  const ask = (accessToken: string) =>
    fetchWithProof(
      liveStream.path,
      {
        method: liveStream.method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'text/event-stream',
          'x-request-id': startId,
        },
        signal,
      },
      accessToken,
    );
  let response = await ask(tokens.accessToken);
  if (response.status === 401) response = await ask((await refreshed(tokens)).accessToken);
  if (!response.ok || response.body === null) throw new Error(`stream refused: ${response.status}`);
  return response.body;
}

function noticing(onChunk: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onChunk();
      controller.enqueue(chunk);
    },
  });
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
