import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { runAsCaller } from '../platform/caller.ts';
import { SECURITY_EVENTS, securityEvent, type EventFields } from './security-events.ts';

const ROOT = join(import.meta.dirname, '../../../..');

afterEach(() => void vi.useRealTimers());

test('the document lists every security event with its level, and no other', () => {
  const text = readFileSync(join(ROOT, 'docs/security-events.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+\.?[a-z-]+)`\s*\| (info|warn)\s*\|/gmu)];
  const listed = Object.fromEntries(rows.map(([, name = '', level = '']) => [name, level]));
  expect(listed).toEqual(SECURITY_EVENTS);
});

test('the source writes every listed security event', () => {
  const sources = globSync('apps/api/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  const code = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  const unwritten = Object.keys(SECURITY_EVENTS).filter((name) => !code.includes(`securityEvent('${name}'`));
  expect(unwritten).toEqual([]);
});

test('a security event that any caller can repeat is written at once, then once for the rest of the minute', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const refuse = (address: string, fields: EventFields) =>
    runAsCaller({ address, requestId: 'r', log }, () => securityEvent('role.refused', fields));
  for (let count = 0; count < 100; count += 1) refuse('10.0.0.1', { account: 'busy' });
  refuse('10.0.0.2', { account: 'once' });
  expect(lines.map(({ account, count }) => [account, count])).toEqual([
    ['busy', undefined],
    ['once', undefined],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2).map(({ account, count, level }) => [account, count, level])).toEqual([
    ['busy', 99, 40],
  ]);
  refuse('10.0.0.1', { account: 'busy' });
  expect(lines).toHaveLength(4);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(4);
});
