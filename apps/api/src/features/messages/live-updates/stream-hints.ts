import type { ServerResponse } from 'node:http';
import { STREAM_REPLACED, type LiveHint } from '@zawadi/contract';
import type { LiveHub } from './create-live-hub.ts';

const HEARTBEAT_MS = 20_000;
const RECONNECT_AFTER_MS = 2_000;
// A screen that has not taken this much cannot keep up; it will reconnect and ask for the truth.
const UNREAD_BYTES_LIMIT = 64 * 1024;
const FAREWELL_WITHIN_MS = 1_000;

export type StreamOptions = {
  userId: string;
  /** Asked at every heartbeat; the stream ends with the session. */
  isSessionAlive: () => Promise<boolean>;
  heartbeatMs?: number;
};

/**
 * Writes server-sent events to `response` until the screen leaves, its session dies or the hub closes. The first
 * thing written is a comment, so that the screen knows at once that it is connected.
 */
export function streamHints(hub: LiveHub, response: ServerResponse, options: StreamOptions): void {
  const { userId, isSessionAlive, heartbeatMs = HEARTBEAT_MS } = options;

  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > UNREAD_BYTES_LIMIT) response.destroy();
  }

  async function beat(): Promise<void> {
    // When it cannot be found out, the screen has to sign in again anyway: it reconnects with its token.
    const isAlive = await isSessionAlive().catch(() => false);
    if (isAlive) write(': still here\n\n');
    else end();
  }

  function end(): void {
    response.end();
    // A screen that does not read must not keep the server from closing.
    setTimeout(() => response.destroy(), FAREWELL_WITHIN_MS).unref();
  }

  write(`retry: ${RECONNECT_AFTER_MS}\n: connected\n\n`);
  const leave = hub.subscribe(userId, {
    receive: (hint) => write(eventOf(hint)),
    end,
    replace: () => {
      write(`event: ${STREAM_REPLACED}\ndata: {}\n\n`);
      end();
    },
  });
  const heartbeat = setInterval(() => void beat(), heartbeatMs);
  response.once('close', () => {
    clearInterval(heartbeat);
    leave();
  });
  response.on('error', () => response.destroy());
}

function eventOf(hint: LiveHint): string {
  return `data: ${JSON.stringify(hint)}\n\n`;
}
