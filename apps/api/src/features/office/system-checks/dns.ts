import { Resolver } from 'node:dns/promises';
import type { CheckDeps } from './check.ts';

const ANSWER_WITHIN_MS = 3_000;
const NO_SUCH_RECORD = ['ENODATA', 'ENOTFOUND'];

/** @param server address of a DNS server, with or without a port; the system's servers if undefined */
export function createResolver(server: string | undefined): Resolver {
  const resolver = new Resolver({ timeout: ANSWER_WITHIN_MS, tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  return resolver;
}

/** Reads the TXT records of a name. */
export async function readTexts({ resolver }: Pick<CheckDeps, 'resolver'>, name: string): Promise<string[]> {
  return (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''));
}

/** Reads the IP addresses of a name. */
export async function readAddresses(
  { resolver }: Pick<CheckDeps, 'resolver'>,
  name: string,
): Promise<string[]> {
  return [...(await orNone(resolver.resolve4(name))), ...(await orNone(resolver.resolve6(name)))];
}

async function orNone<Row>(answer: Promise<Row[]>): Promise<Row[]> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_SUCH_RECORD.includes(String(error.code))) return [];
    throw error;
  }
}
