import { Readable } from 'node:stream';
import { shillingsOf } from '@zawadi/contract';
import { statement } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { requireCodeOf, requirePassword } from '../credentials/index.ts';
import { atMost, countAttempts } from '../sessions/index.ts';
import { exportSections, readSection } from './export-store.ts';
import { consumerHolder } from './holder.ts';
import { readUser, type UserRecord } from './store.ts';
import { describeUser } from './user-details.ts';

const FILES_AN_HOUR = atMost(5, 3_600);
const ENTRIES_AT_ONCE = 500;

type Request = { userId: string; password: string; code: string | undefined };

/**
 * Streams all data about a user as a file, page by page, so that a long history needs little memory. Asks for the
 * password, because a thief may hold the device of an open session.
 * @throws Refusal `password_wrong`, `otp_required` and `verification_code_invalid` when a second factor is on,
 * `too_many_requests`, `overloaded`
 */
export async function exportAccount(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { userId, password, code }: Request,
): Promise<FileAnswer> {
  const holder = await consumerHolder(deps.db, userId);
  await requirePassword(deps, holder, password);
  await requireCodeOf(deps, holder, code);
  const waitSeconds = await countAttempts(deps, [{ words: ['export', userId], rule: FILES_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const user = await readUser(deps.db, userId);
  if (!user) throw new Refusal('unauthenticated');
  const now = deps.clock.now();
  return new FileAnswer({
    contentType: 'application/json; charset=utf-8',
    fileName: `zawadi-account-${nairobiDay(now)}.json`,
    content: Readable.from(partsOf(deps, user, now), { objectMode: false }),
  });
}

async function* partsOf(deps: Pick<Deps, 'db'>, user: UserRecord, now: Date): AsyncGenerator<string> {
  const { createdAt, passwordChangedAt, phoneChangedAt } = user;
  const profile = { ...(await describeUser(deps.db, user.id)), createdAt, passwordChangedAt, phoneChangedAt };
  yield `{\n"exportedAt": ${JSON.stringify(now)},\n"profile": ${JSON.stringify(profile, undefined, 2)}`;
  const person = {
    userId: user.id,
    msisdn: user.phoneVerified ? user.phoneMsisdn : null,
    email: user.emailVerified ? user.email : null,
  };
  for (const section of exportSections) yield* listOf(section, readSection(deps.db, section, person));
  yield* listOf('wallet', walletPages(deps, user.id));
  yield '\n}\n';
}

async function* listOf(name: string, pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let separator = '\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((entry) => JSON.stringify(entry)).join(',\n');
    separator = ',\n';
  }
  yield '\n]';
}

/** Reads the wallet's entries in the books, newest first. */
async function* walletPages(deps: Pick<Deps, 'db'>, userId: string): AsyncGenerator<unknown[]> {
  let before: string | undefined;
  do {
    const wallet = { account: account.wallet(userId) };
    const page = await statement(deps.db, wallet, { before, limit: ENTRIES_AT_ONCE });
    yield page.entries.map((entry) => ({
      id: entry.id,
      at: entry.postedAt,
      kind: entry.kind,
      amount: shillingsOf(entry.changeCents),
      balance: shillingsOf(entry.balanceAfterCents ?? 0n),
      reference: entry.reference,
    }));
    before = page.nextCursor;
  } while (before !== undefined);
}
