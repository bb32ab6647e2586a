import type { Question } from './questions.ts';

export type PageTime = { firstMs: number; usualMs: number };
export type FileTime = { firstRowMs: number; rowsPerSecond: number; rows: number };

type Server = { url: string; bearers: Record<Question['asker'], string> };

const TIMES = 5;
/** A rate is told from as many lines; the rest of a file comes at the same one. */
const MOST_LINES = 200_000;

/** How long a page takes, the first time and usually (the median of some more), until its last byte. */
export async function timePage(server: Server, question: Question): Promise<PageTime> {
  const firstMs = await timeOnce(server, question);
  const more: number[] = [];
  for (let time = 0; time < TIMES; time += 1) more.push(await timeOnce(server, question));
  const usualMs = more.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? firstMs;
  return { firstMs, usualMs };
}

async function timeOnce(server: Server, question: Question): Promise<number> {
  const startedAt = performance.now();
  const response = await ask(server, question);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

/** How soon a file begins, and how fast its lines come. */
export async function timeFile(server: Server, question: Question): Promise<FileTime> {
  const startedAt = performance.now();
  const stopped = new AbortController();
  const { body } = await ask(server, question, stopped.signal);
  let firstRowMs: number | undefined;
  let rows = -1;
  for await (const chunk of body ?? []) {
    for (const byte of chunk) if (byte === 0x0a) rows += 1;
    if (rows > 0) firstRowMs ??= performance.now() - startedAt;
    if (rows >= MOST_LINES) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  stopped.abort();
  return { firstRowMs: firstRowMs ?? 0, rowsPerSecond: rows / seconds, rows };
}

async function ask({ url, bearers }: Server, { asker, path }: Question, signal?: AbortSignal) {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${bearers[asker]}` },
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
