import { classifyReply } from '../classify-reply.ts';
import type { Connection } from '../settings.ts';

export type StreamedEvent = {
  id: string;
  type: string;
  /** The same body as a webhook sends. */
  payload: string;
};

/** Another program has taken over the stream. Do not reconnect: that would end the other program's stream. */
export class StreamReplaced extends Error {}

/** Zawadi sends at least a keep-alive every 15 seconds. After this silence the connection is dead. */
const SILENT_FOR_MS = 45_000;

/**
 * Streams the account's events as they happen: first `connected`, then each event, until the server closes the stream.
 * @throws ZawadiRefusal for a refusal by Zawadi; StreamReplaced; the error of `fetch` when the connection breaks
 */
export async function* streamEvents(
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent | 'connected', void, undefined> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('Zawadi has fallen silent.')), SILENT_FOR_MS);
  try {
    const response = await fetch(`${connection.baseUrl}/events/stream`, {
      headers: { accept: 'text/event-stream', authorization: connection.authorization },
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status !== 200 || response.body === null) throw await refusalOf(response);
    let unread = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      timer.refresh();
      const blocks = `${unread}${text}`.split('\n\n');
      unread = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** @returns undefined for a keep-alive */
function readBlock(block: string): StreamedEvent | 'connected' | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
    }),
  );
  const [id, type, payload] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (type === 'connected') return type;
  if (type === 'replaced') {
    throw new StreamReplaced('Newer streams have taken the place of this one; too many were open at once.');
  }
  return id === undefined || type === undefined || payload === undefined ? undefined : { id, type, payload };
}

async function refusalOf(response: Response): Promise<unknown> {
  const { status, headers } = response;
  const json: unknown = await response.json().catch(() => undefined);
  const reply = classifyReply({ status, headers, json });
  const isForNow = status >= 500 || status === 429;
  return 'cause' in reply && !isForNow ? reply.cause : new Error(`Zawadi answers ${status}.`);
}
