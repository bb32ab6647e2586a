import { appendFileSync, cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findChangedWireSamples } from './check-wire-samples.ts';

function copyOfSamples() {
  const folder = mkdtempSync(join(tmpdir(), 'wire-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(resolve(import.meta.dirname, '../packages/mpesa/wire-samples'), folder, { recursive: true });
  return folder;
}

test('the wire samples in the repository are unchanged', () => {
  expect(findChangedWireSamples(copyOfSamples())).toEqual([]);
});

test('reports a changed, a missing and an unlisted wire sample, and says how to change a sample on purpose', () => {
  const folder = copyOfSamples();
  appendFileSync(join(folder, 'b2c-accepted.json'), ' ');
  renameSync(join(folder, 'oauth-token.json'), join(folder, 'token.json'));
  writeFileSync(join(folder, 'notes.txt'), '');

  const problems = findChangedWireSamples(folder);
  expect(problems.map((problem) => problem.split('. ')[0])).toEqual([
    'b2c-accepted.json is no longer M-PESA’s text',
    'notes.txt has no line in checksums.txt',
    'token.json has no line in checksums.txt',
    'oauth-token.json is missing',
  ]);
  for (const problem of problems) expect(problem).toContain('sha256sum *.json *.csv > checksums.txt');
});

test('reports a wire sample without a source', () => {
  const folder = copyOfSamples();
  writeFileSync(join(folder, 'README.md'), '');
  expect(findChangedWireSamples(folder)).toContain(
    'b2c-accepted.json has no line in packages/mpesa/wire-samples/README.md: say its source.',
  );
});
