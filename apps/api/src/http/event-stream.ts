import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Listener } from '../platform/db/listen.ts';

/** The connection of one open stream. */
type Subscriber<Message> = {
  receive: (message: Message) => void;
  /** The server closes. */
  end: () => void;
  /** Newer streams of the same owner have taken its place. */
  replace: () => void;
};

/** The open streams of this process, by their owner. */
export type StreamHub<Message> = {
  /** @returns a function that takes the subscriber out again */
  subscribe: (owner: string, subscriber: Subscriber<Message>) => () => void;
  /** Ends every stream, so that the HTTP server can close. Call it before the server's own close. */
  close: () => void;
};

const HEARTBEAT_MS = 20_000;
const RECONNECT_AFTER_MS = 2_000;
// A reader that has not taken this much cannot keep up, and has to connect again.
const UNREAD_BYTES_LIMIT = 64 * 1024;
const FAREWELL_WITHIN_MS = 1_000;

/**
 * Passes what every process sends on a channel of the database on to the open streams of this one.
 * @param deps.listener the connection on which this process hears the others
 * @param options.atOnce how many streams of one owner may be open here; one more replaces the oldest
 * @param options.read what a payload says, and to whom; undefined when it cannot be read
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
      deps.log.warn({ channel: options.channel }, 'a message for open streams could not be read');
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
      // A set keeps the order of arrival: the first is the oldest.
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
  /** Asked at every heartbeat: the stream ends with the right to it. */
  isAlive: () => Promise<boolean>;
  heartbeatMs?: number;
  /** What is written first, so that the reader knows at once that it is connected. */
  greeting: string;
  /** A message as a server-sent event. */
  eventOf: (message: Message) => string;
  /** The name of the event that ends the stream of an owner who has opened too many others. */
  replacedEvent: string;
};

/**
 * Writes server-sent events into the answer until the reader leaves, its right to them ends or the hub closes.
 * @param reply is taken out of Fastify's hands
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
    // When it cannot be found out, the reader has to show its right again anyway: it connects again.
    if (await isAlive().catch(() => false)) write(': still here\n\n');
    else end();
  }

  function end(): void {
    response.end();
    // A reader that does not read must not keep the server from closing.
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

/** With the headers that every response carries. */
function openEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'close',
    // Proxies of the nginx family would otherwise keep events back until a buffer is full.
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
