import { expect, test } from 'vitest';
import { describe, failuresOf } from './report.ts';
import { run } from './run.ts';

const { ZAWADI_FAULTS_MINUTES, ZAWADI_FAULTS_SEED, ZAWADI_FAULTS_ONLY } = process.env;
const IS_SHORT = ZAWADI_FAULTS_MINUTES === undefined;
const MINUTES = Number(ZAWADI_FAULTS_MINUTES ?? 0.15);
const SEED = Number(ZAWADI_FAULTS_SEED ?? 20_261_123);
const PATIENCE_MS = 600_000 + MINUTES * 120_000;

test(
  'F35 after random faults the three books agree, and everything becomes final without a person',
  {
    timeout: PATIENCE_MS,
  },
  async () => {
    const outcome = await run({
      seed: SEED,
      minutes: MINUTES,
      consumers: IS_SHORT ? 8 : 24,
      only: ZAWADI_FAULTS_ONLY === undefined ? [] : ZAWADI_FAULTS_ONLY.split(','),
      say: (line) => void (IS_SHORT || process.stdout.write(`${line}\n`)),
    });
    const summary = describe(outcome, SEED);
    if (!IS_SHORT) process.stdout.write(summary);
    expect(failuresOf(outcome), summary).toEqual([]);
  },
);
