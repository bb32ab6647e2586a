/** URLs of a worker's system, by environment variable. */
export type SystemAddresses = Record<'ZAWADI_URL' | 'SANDBOX_URL' | 'DATABASE_OWNER_URL', string>;

/**
 * Returns a URL of this worker's system.
 * @throws Error outside a run of the browser tests
 */
export function addressOf(variable: keyof SystemAddresses): string {
  const own = process.env[`${variable}_${process.env['TEST_PARALLEL_INDEX'] ?? '0'}`];
  const address = process.env[variable] ?? own;
  if (address === undefined) throw new Error(`${variable} is set by global-setup.ts`);
  return address;
}
