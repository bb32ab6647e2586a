import type { Resolver } from 'node:dns/promises';
import type { PaymentDeps } from '../../mpesa/client/index.ts';

/**
 * Finding of a check. `text` states it without a full stop; `nextStep` is a sentence with the remedy. Neither has a
 * secret. `skipped`: the check does not apply to this system, or cannot be made now.
 */
export type Finding =
  | { result: 'good'; text: string }
  | { result: 'broken'; text: string; nextStep: string }
  | { result: 'skipped'; text: string };

export type CheckDeps = PaymentDeps & {
  /** Whether to request a new token of M-PESA: see `checkAccess` of packages/mpesa. */
  renewsToken: boolean;
  resolver: Resolver;
  readDisk: ReadDisk;
};

/** Reads the size and the free space of the disk of a folder. */
export type ReadDisk = (folder: string) => Promise<{ sizeBytes: number; freeBytes: number }>;

export type Check = { name: string; label: string; find: (deps: CheckDeps) => Promise<Finding> };

export type CheckResult = Finding & Pick<Check, 'name' | 'label'>;

export const good = (text: string): Finding => ({ result: 'good', text });
export const broken = (text: string, nextStep: string): Finding => ({ result: 'broken', text, nextStep });
export const skipped = (text: string): Finding => ({ result: 'skipped', text });

/** The sandbox sends no mail, needs no backup and has no public name. */
export function isSandbox({ config }: Pick<CheckDeps, 'config'>): boolean {
  return config.provider === 'sandbox';
}

/** The message of an unexpected error may repeat a secret; its code does not. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
