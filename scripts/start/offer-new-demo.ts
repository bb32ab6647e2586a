import { existsSync, renameSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/**
 * Asks the operator whether the demo may start with an empty data folder. If yes, moves the existing folder aside.
 * @param dataDir existing data folder; no process may be using it
 * @param asking streams for the question and the one-line answer
 * @returns the new path of the old data; undefined if the answer is no
 */
export async function offerNewDemo(
  dataDir: string,
  asking: { input: Readable; output: Writable },
): Promise<string | undefined> {
  const lines = createInterface(asking);
  try {
    const answer = await lines.question('Move this data aside and start the demo with new data? [y/N] ');
    if (!/^y(es)?$/iu.test(answer.trim())) return undefined;
  } finally {
    lines.close();
  }
  const kept = freeNameFor(`${dataDir}-before`);
  renameSync(dataDir, kept);
  return kept;
}

function freeNameFor(path: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(name)) return name;
  }
}
