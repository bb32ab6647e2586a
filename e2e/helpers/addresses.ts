/** Addresses of a worker's system, by variable of the environment. */
export type SystemAddresses = Record<'ZAWADI_URL' | 'SANDBOX_URL' | 'DATABASE_OWNER_URL', string>;

/**
 * Returns an address of this worker's own system.
 * @throws Error outside a run of journeys
 */
export function addressOf(variable: keyof SystemAddresses): string {
  const own = process.env[`${variable}_${process.env['TEST_PARALLEL_INDEX'] ?? '0'}`];
  const address = process.env[variable] ?? own;
  if (address === undefined) throw new Error(`${variable} is set by global-setup.ts`);
  return address;
}
