import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import {
  broken,
  codeOf,
  type Check,
  type CheckDeps,
  type CheckResult,
  type Finding,
  type ReadDisk,
} from './check.ts';
import { createResolver } from './dns.ts';
import { MACHINE_CHECKS } from './machine-checks.ts';
import { MESSAGE_CHECKS } from './message-checks.ts';
import { MPESA_CHECKS } from './query-mpesa.ts';
import { PUBLIC_URL_CHECKS } from './public-url-checks.ts';

/** Each call has a shorter time-out of its own. */
const CHECK_WITHIN_MS = 45_000;

const CHECKS = [...MPESA_CHECKS, ...MESSAGE_CHECKS, ...PUBLIC_URL_CHECKS, ...MACHINE_CHECKS];

/**
 * Checks everything outside the program that it needs: M-PESA, SMS, mail, names, certificates, clock, disk, database,
 * backups. The job, `npm run doctor` and so Health and alerts use these checks. Never call it within a transaction.
 * @param options.renewsToken whether to prove M-PESA's consumer secret with a new token
 * @returns one result per check, always
 */
export async function runChecks(
  deps: PaymentDeps,
  { renewsToken, readDisk = readDiskOf }: { renewsToken: boolean; readDisk?: ReadDisk },
): Promise<CheckResult[]> {
  const resolver = createResolver(deps.config.dnsServer);
  const checkDeps = { ...deps, renewsToken, readDisk, resolver };
  return Promise.all(
    CHECKS.map(async (check) => ({
      name: check.name,
      label: check.label,
      ...(await find(check, checkDeps)),
    })),
  );
}

async function find(check: Check, deps: CheckDeps): Promise<Finding> {
  const gaveUp = new AbortController();
  const late = pause(CHECK_WITHIN_MS, undefined, { ref: false, signal: gaveUp.signal }).then(() =>
    broken(`The check did not end within ${CHECK_WITHIN_MS / 1_000} s`, NEXT_STEP),
  );
  try {
    return await Promise.race([check.find(deps), late]);
  } catch (error) {
    deps.log.warn({ err: error, check: check.name }, 'a check could not be made');
    return broken(`The check could not be made (${codeOf(error)})`, NEXT_STEP);
  } finally {
    gaveUp.abort();
  }
}

const NEXT_STEP = 'Correct what the other checks say, then read the log, which has the reason.';

const readDiskOf: ReadDisk = async (folder) => {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { sizeBytes: blocks * bsize, freeBytes: bavail * bsize };
};
