import { liveStream } from '@zawadi/contract/live';
import type { LiveHint } from '@zawadi/contract/live';
import { useSyncExternalStore } from 'react';
import { hintsOf } from './live-stream.ts';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { refreshed } from './refresh.ts';
import { startId } from './exchange.ts';
import { readTokens } from './token-store.ts';

/** `live`: changes arrive by themselves. `polling`: the stream is away and screens are asked to look again. */
export type LiveState = 'live' | 'polling';

const POLL_EVERY_MS = 4000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
// The server sends a comment every few seconds; silence for longer means that the line is dead.
const SILENCE_MS = 45_000;
const TOPICS: readonly LiveHint['topic'][] = ['purchase', 'withdrawal', 'wallet', 'voucher'];

const watchers = new Set<() => void>();
let state: LiveState = 'polling';
let connection: AbortController | undefined;
let poll: ReturnType<typeof setInterval> | undefined;

/** Keeps the screen's queries true while it is mounted: one stream per tab, however many screens ask. */
export function useLive(): LiveState {
  return useSyncExternalStore(watch, () => state);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (watchers.size === 1) begin();
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) end();
  };
}

function begin(): void {
  connection = new AbortController();
  startPolling();
  void stayConnected(connection.signal);
}

function end(): void {
  connection?.abort();
  stopPolling();
  state = 'polling';
}

async function stayConnected(signal: AbortSignal): Promise<void> {
  let delayMs = FIRST_DELAY_MS;
  while (!signal.aborted) {
    try {
      await listen(signal, () => {
        delayMs = FIRST_DELAY_MS;
      });
    } catch {
      // Offline, refused or cut off: polling covers until the next attempt.
    }
    if (signal.aborted) return;
    become('polling');
    await pause(delayMs * (0.75 + Math.random() / 2), signal);
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
  }
}

async function listen(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, SILENCE_MS);
  const stillThere = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, SILENCE_MS);
  };
  try {
    const stream = await open(attempt.signal);
    onOpen();
    become('live');
    // Whatever happened while nobody was listening.
    refetchEverything();
    for await (const hint of hintsOf(stream.pipeThrough(noticing(stillThere)))) apply(hint);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    attempt.abort();
  }
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

function apply({ topic, id }: LiveHint): void {
  // A claim page knows its voucher by the claim token, so every voucher on screen is looked at again.
  void queryClient.invalidateQueries({
    queryKey: topic === 'purchase' || topic === 'withdrawal' ? [topic, id] : [topic],
  });
  if (topic !== 'wallet') void queryClient.invalidateQueries({ queryKey: queryKeys.wallet });
}

function refetchEverything(): void {
  for (const topic of TOPICS) void queryClient.invalidateQueries({ queryKey: [topic] });
}

function become(next: LiveState): void {
  if (next === 'live') stopPolling();
  else startPolling();
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function startPolling(): void {
  poll ??= setInterval(refetchEverything, POLL_EVERY_MS);
}

function stopPolling(): void {
  clearInterval(poll);
  poll = undefined;
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
