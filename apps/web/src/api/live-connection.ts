import { liveStream } from '@zawadi/contract/live';
import type { LiveHint } from '@zawadi/contract/live';
import { startId } from './exchange.ts';
import { hintsOf } from './live-stream.ts';
import { refreshed } from './refresh.ts';
import { readTokens } from './token-store.ts';

type Listener = {
  onOpen: () => void;
  onHint: (hint: LiveHint) => void;
  onAway: () => void;
};

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
// The server sends a comment every 20 seconds; silence for longer means that the line is dead.
const SILENCE_MS = 45_000;

/** Listens to the stream of hints until `signal` aborts, and connects again with growing pauses when it ends. */
export async function stayConnected(listener: Listener, signal: AbortSignal): Promise<void> {
  let delayMs = FIRST_DELAY_MS;
  while (!signal.aborted) {
    const wasOpen = await listenOnce(listener, signal);
    if (signal.aborted) return;
    listener.onAway();
    delayMs = wasOpen ? FIRST_DELAY_MS : Math.min(delayMs * 2, LONGEST_DELAY_MS);
    await pause(delayMs * (0.75 + Math.random() / 2), signal);
  }
}

/** True when the stream had opened before it ended. Offline, refused and cut off are all the same here. */
async function listenOnce({ onOpen, onHint }: Listener, signal: AbortSignal): Promise<boolean> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, SILENCE_MS);
  const stillThere = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE_MS);
  };
  let isOpen = false;
  try {
    const stream = await open(attempt.signal);
    isOpen = true;
    onOpen();
    for await (const hint of hintsOf(stream.pipeThrough(noticing(stillThere)))) onHint(hint);
  } catch {
    // The next attempt tells whether the server is back.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    stop();
  }
  return isOpen;
}

async function open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const tokens = readTokens();
  if (tokens === undefined) throw new Error('signed out');
  const ask = (accessToken: string) =>
    fetch(liveStream.path, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: 'text/event-stream',
        'x-request-id': startId,
      },
      signal,
    });
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
