import type { LiveHint } from '@zawadi/contract/live-updates';
import { useSyncExternalStore } from 'react';
import type { Listener } from './live-connection.ts';
import { queryClient } from '../query-client.ts';
import { queryKeys } from '../query-keys.ts';

/** `live`: the server sends hints about changes. `polling`: no stream is open, so screens refetch at intervals. */
export type LiveState = 'live' | 'polling';

const POLL_EVERY_MS = 4000;
const TOPICS: readonly LiveHint['topic'][] = ['purchase', 'withdrawal', 'wallet', 'voucher'];

const watchers = new Set<() => void>();
let state: LiveState = 'polling';
let connection: AbortController | undefined;
let poll: ReturnType<typeof setInterval> | undefined;

/** Keeps the mounted screen's queries current. All screens of a tab share one stream. */
export function useLive(): LiveState {
  return useSyncExternalStore(watchLive, readLive);
}

export function readLive(): LiveState {
  return state;
}

/** Opens the stream for the first watcher and closes it after the last. Returns a function that removes the watcher. */
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

// Loaded after the screen. Until it is loaded, or if loading fails, the screen polls.
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
  // The hints sent while the stream was closed are lost, so refetch everything.
  refetchEverything();
}

function onHint({ topic, id }: LiveHint): void {
  // A gift page keys its voucher by claim token, not by id, so refetch every voucher on the screen.
  const isKeyedById = topic === 'purchase' || topic === 'withdrawal';
  void queryClient.invalidateQueries({ queryKey: isKeyedById ? [topic, id] : [topic] });
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
