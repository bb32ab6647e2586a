import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = 'packages/mpesa/wire-samples';
const ON_PURPOSE = `If that is meant, say its source in ${FOLDER}/README.md and run there: sha256sum *.json *.csv > checksums.txt`;

/**
 * Safaricom's samples must stay as Safaricom wrote them. A mass rename once changed M-PESA's name of an account in
 * client, sandbox and tests alike, and every test passed.
 * @returns one sentence per sample that was changed, is missing, or has no checksum or no source
 */
export function findChangedWireSamples(folder = resolve(import.meta.dirname, '..', FOLDER)): string[] {
  const sums = readSums(join(folder, 'checksums.txt'));
  const sources = readFileSync(join(folder, 'README.md'), 'utf8');
  const samples = readdirSync(folder).filter((name) => !['README.md', 'checksums.txt'].includes(name));
  const changed = samples.toSorted().flatMap((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (!sums.has(name)) return [`${name} has no line in checksums.txt. ${ON_PURPOSE}`];
    if (sums.get(name) !== sum) return [`${name} is no longer M-PESA’s text. ${ON_PURPOSE}`];
    return sources.includes(`\`${name}\``)
      ? []
      : [`${name} has no line in ${FOLDER}/README.md: say its source.`];
  });
  const missing = [...sums.keys()].filter((name) => !existsSync(join(folder, name)));
  return [...changed, ...missing.map((name) => `${name} is missing. ${ON_PURPOSE}`)];
}

/** Reads a file in the format of `sha256sum`: the sum, two spaces, the name. */
function readSums(path: string): Map<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
