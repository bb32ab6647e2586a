import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProgressFile, readProgress } from './progress.ts';

test('continues after a save that kill -9 cut off, with all gifts of the earlier saves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-progress-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'progress');
  const { present } = readProgress(path);
  const first = { requestId: 'a', buyer: 0, recipient: 1 };
  const opened = { ...first, code: 'CODE' };
  const second = { requestId: 'b', buyer: 2, recipient: 3 };
  const save = createProgressFile(path);
  save({ steps: 1, wasInterrupted: false, gifts: [[0, first]] });
  save({
    steps: 2,
    wasInterrupted: false,
    gifts: [
      [0, opened],
      [1, second],
    ],
  });
  appendFileSync(path, '\n{"steps":3,"wasInt');
  createProgressFile(path)({ steps: 4, wasInterrupted: true, gifts: [] });
  const { gifts, ...progress } = readProgress(path);
  expect(progress).toEqual({ present, steps: 4, wasInterrupted: true });
  expect(Object.fromEntries(gifts)).toEqual({ 0: opened, 1: second });
});
