import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Listener } from '../platform/db/listen.ts';

/** Callbacks of one open stream. */
type Subscriber<Message> = {
  receive: (message: Message) => void;
  /** Called when the server closes. */
  end: () => void;
  /** Called when newer streams of the same owner replace this stream. */
  replace: () => void;
};

/** Open streams of this process, by owner. */
export type StreamHub<Message> = {
  /**
   * Adds a stream of an owner.
   * @returns a function that removes it
   */
  subscribe: (owner: string, subscriber: Subscriber<Message>) => () => void;
  /** Ends every stream, so that the HTTP server can close. Call this before closing the server. */
  close: () => void;
};

const HEARTBEAT_MS = 20_000;
const RECONNECT_AFTER_MS = 2_000;
// A reader with this much unread data is too slow. Its stream ends, and it must reconnect.
const UNREAD_BYTES_LIMIT = 64 * 1024;
const FAREWELL_WITHIN_MS = 1_000;

/**
 * Creates a hub that forwards messages from all processes, through a database channel, to the open streams of this
 * process.
 * @param deps.listener the connection on which this process receives notifications
 * @param options.atOnce maximum number of open streams per owner in this process; one more replaces the oldest
 * @param options.read parses a payload into a message and its owner; undefined if it is malformed
 */
export function createStreamHub<Message>(
  deps: { listener: Listener; log: Logger },
  options: {
    channel: string;
    atOnce: number;
    read: (payload: unknown) => { owner: string; message: Message } | undefined;
  },
): StreamHub<Message> {
  const subscribers = new Map<string, Set<Subscriber<Message>>>();
  let isClosed = false;

  const unsubscribe = deps.listener.subscribe(options.channel, (payload) => {
    const heard = options.read(parseJson(payload));
    if (!heard) {
      deps.log.warn(
        { channel: options.channel },
        'database notification for open streams could not be parsed',
      );
      return;
    }
    for (const subscriber of subscribers.get(heard.owner) ?? []) subscriber.receive(heard.message);
  });

  function remove(owner: string, subscriber: Subscriber<Message>): void {
    const others = subscribers.get(owner);
    others?.delete(subscriber);
    if (others?.size === 0) subscribers.delete(owner);
  }

  return {
    subscribe: (owner, subscriber) => {
      if (isClosed) {
        subscriber.end();
        return () => {};
      }
      const others = subscribers.get(owner) ?? new Set();
      subscribers.set(owner, others.add(subscriber));
      // A Set keeps the order of insertion, so its first stream is the oldest.
      const [oldest] = others;
      if (oldest && others.size > options.atOnce) {
        remove(owner, oldest);
        oldest.replace();
      }
      return () => remove(owner, subscriber);
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      const all = [...subscribers.values()].flatMap((some) => [...some]);
      subscribers.clear();
      for (const subscriber of all) subscriber.end();
    },
  };
}

export type StreamOptions<Message> = {
  owner: string;
  /** Checked at every heartbeat. If it resolves to false, the stream ends. */
  isAlive: () => Promise<boolean>;
  heartbeatMs?: number;
  /** First text of the stream, so that the reader knows that it is connected. */
  greeting: string;
  /** Formats a message as a server-sent event. */
  eventOf: (message: Message) => string;
  /** Name of the event that ends a stream because its owner has opened too many. */
  replacedEvent: string;
};

/**
 * Writes server-sent events into the answer, until the reader disconnects, may no longer read them, or the hub
 * closes.
 * @param reply is hijacked from Fastify
 */
export function keepEventStream<Message>(
  hub: StreamHub<Message>,
  reply: FastifyReply,
  options: StreamOptions<Message>,
): void {
  const { owner, isAlive, heartbeatMs = HEARTBEAT_MS, eventOf } = options;
  const response = openEventStream(reply);

  function write(text: string): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > UNREAD_BYTES_LIMIT) response.destroy();
  }

  async function beat(): Promise<void> {
    // A failing check ends the stream, too. The reader then reconnects and is authorised again.
    if (await isAlive().catch(() => false)) write(': still here\n\n');
    else end();
  }

  function end(): void {
    response.end();
    // A reader that stalls must not keep the server from closing.
    setTimeout(() => response.destroy(), FAREWELL_WITHIN_MS).unref();
  }

  write(`retry: ${RECONNECT_AFTER_MS}\n${options.greeting}\n\n`);
  const leave = hub.subscribe(owner, {
    receive: (message) => write(eventOf(message)),
    end,
    replace: () => {
      write(`event: ${options.replacedEvent}\ndata: {}\n\n`);
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

/** Opens the response of a stream, with the headers that every response has. */
function openEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'close',
    // Without this header, proxies such as nginx hold events back until a buffer is full.
    'x-accel-buffering': 'no',
  });
  return reply.raw;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
