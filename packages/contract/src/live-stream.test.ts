import type { LiveHint } from './live-updates.ts';
import { expect, test } from 'vitest';
import { hintsOf } from './live-stream.ts';

const ID = '0197a0c0-0000-7000-8000-000000000001';

function streamOf(...chunks: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

async function all(stream: ReadableStream<Uint8Array>): Promise<LiveHint[]> {
  const hints: LiveHint[] = [];
  for await (const hint of hintsOf(stream)) hints.push(hint);
  return hints;
}

test('reads whole hints from a stream, wherever it is split into chunks', async () => {
  const text = `: hello\n\ndata: {"topic":"purchase","id":"${ID}"}\n\nevent: hint\ndata: {"topic":"wallet",\ndata: "id":"${ID}"}\r\n\r\n`;
  const hints = await all(streamOf(...text.split('')));
  expect(hints).toEqual([
    { topic: 'purchase', id: ID },
    { topic: 'wallet', id: ID },
  ]);
});

test('skips events of a stream that are not valid hints', async () => {
  const hints = await all(streamOf('data: {"topic":"weather","id":"x"}\n\ndata: half'));
  expect(hints).toEqual([]);
});
