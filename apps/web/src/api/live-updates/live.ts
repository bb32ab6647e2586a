import type { LiveHint } from '@zawadi/contract/live-updates';
import { useSyncExternalStore } from 'react';
import type { Listener } from './live-connection.ts';
import { queryClient } from '../query-client.ts';
import { queryKeys } from '../query-keys.ts';

/** `live`: changes arrive by themselves. `polling`: the stream is away and screens are asked to look again. */
export type LiveState = 'live' | 'polling';

const POLL_EVERY_MS = 4000;
const TOPICS: readonly LiveHint['topic'][] = ['purchase', 'withdrawal', 'wallet', 'voucher'];

const watchers = new Set<() => void>();
let state: LiveState = 'polling';
let connection: AbortController | undefined;
let poll: ReturnType<typeof setInterval> | undefined;

/** Keeps the screen's queries true while it is mounted: one stream per tab, however many screens ask. */
export function useLive(): LiveState {
  return useSyncExternalStore(watchLive, readLive);
}

export function readLive(): LiveState {
  return state;
}

/** Connects for the first watcher and hangs up after the last. Returns how to stop watching. */
export function watchLive(watcher: () => void): () => void {
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
  const listener = { onOpen, onHint, onAway: () => become('polling') };
  void connect(listener, connection.signal);
}

// After the screen: until then, and where it cannot be fetched, the screen asks from time to time.
async function connect(listener: Listener, signal: AbortSignal): Promise<void> {
  const { stayConnected } = await import('./live-connection.ts').catch(() => ({ stayConnected: undefined }));
  if (!signal.aborted) await stayConnected?.(listener, signal);
}

function end(): void {
  connection?.abort();
  stopPolling();
  state = 'polling';
}

function onOpen(): void {
  become('live');
  // Hints sent while the stream was closed are lost.
  lookAgain();
}

function onHint({ topic, id }: LiveHint): void {
  // A gift page knows its voucher by the claim token, so every voucher on screen is looked at again.
  const isKeyedById = topic === 'purchase' || topic === 'withdrawal';
  void queryClient.invalidateQueries({ queryKey: isKeyedById ? [topic, id] : [topic] });
  if (topic !== 'wallet') void queryClient.invalidateQueries({ queryKey: queryKeys.wallet });
}

function lookAgain(): void {
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
  poll ??= setInterval(lookAgain, POLL_EVERY_MS);
}

function stopPolling(): void {
  clearInterval(poll);
  poll = undefined;
}
