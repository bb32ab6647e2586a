import { existsSync, renameSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/**
 * Asks whether the demo may begin with an empty data folder, and keeps the one that there is beside it.
 * @param dataDir used by no process
 * @param asking where the question is asked, and answered with a line
 * @returns the folder in which the former data is kept; undefined when the answer is no
 */
export async function offerToBeginAnew(
  dataDir: string,
  asking: { input: Readable; output: Writable },
): Promise<string | undefined> {
  const lines = createInterface(asking);
  try {
    const answer = await lines.question('Keep this data beside it and begin the demo anew? [y/N] ');
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
