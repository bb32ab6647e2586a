import { liveHint, STREAM_REPLACED, type LiveHint } from './live-updates.ts';

/** Thrown when the server ends this stream because the same person has opened too many others. */
export class StreamReplaced extends Error {
  override readonly name = 'StreamReplaced';
}

/**
 * Reads server-sent events and yields their hints; skips comments and unknown events.
 * @throws StreamReplaced
 */
export async function* hintsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<LiveHint> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pending += decoder.decode(value, { stream: true }).replaceAll('\r', '');
      const events = pending.split('\n\n');
      pending = events.pop() ?? '';
      for (const event of events) {
        if (event.split('\n').includes(`event: ${STREAM_REPLACED}`)) throw new StreamReplaced();
        const hint = hintOf(event);
        if (hint !== undefined) yield hint;
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function hintOf(event: string): LiveHint | undefined {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
  try {
    return liveHint.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
