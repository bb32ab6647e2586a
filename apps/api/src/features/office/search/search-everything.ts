import {
  isMistypedCode,
  maskEmail,
  maskMsisdn,
  parseCodeOrAlias,
  shillingsOf,
  voucherCodeWithin,
  type HandlerAnswer,
  type searchEverything as endpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { listUsers } from '../admin-users/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { listBatches } from '../../merchants/settlements/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { claimTokenKey, statusOf, voucherCodeKeys } from '../../money/vouchers/index.ts';
import { findTargets, type Targets } from '../../services/look-ups/index.ts';
import { describeTransaction, listMatching } from '../transactions/index.ts';
import {
  findLetters,
  findMerchants,
  findStatementLines,
  findVouchers,
  type FoundVoucher,
} from './search-store.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type SearchDeps = Pick<Deps, 'db' | 'keys'>;
type Asked = { text: string; auditor: Auditor };

/** Most results shown of each kind. */
const SHOWN = 6;
/**
 * Longest search term: longer than any name, number or reference. Only a whole message that contains a code may be
 * longer.
 */
const LONGEST_TERM = 200;

/** A claim token (24 random bytes) at the end of a gift's URL, or alone. */
const GIFT_LINK = /(?:^|\/v\/)([A-Za-z0-9_-]{32})(?=$|[/?#\s])/u;

const NOTHING: Answer = {
  readAs: 'text',
  people: [],
  merchants: [],
  payments: [],
  vouchers: [],
  settlements: [],
  statementLines: [],
  letters: [],
  more: [],
};

/**
 * Searches everything for a text that a caller reads out. If the text is a voucher's whole code, alias or link, the audit log
 * records the search, because the administrator could spend the voucher.
 */
export async function searchEverything(deps: SearchDeps, { text, auditor }: Asked): Promise<Answer> {
  const code = parseCodeOrAlias(text) ?? voucherCodeWithin(text);
  if (code !== undefined) return findBySecret(deps, { readAs: 'code', secret: code, auditor });
  const [, token] = GIFT_LINK.exec(text) ?? [];
  if (token !== undefined) {
    const byLink = await findBySecret(deps, { readAs: 'link', secret: token, auditor });
    // An id without its dashes is as long as a token, so the text is searched as an id too.
    if (byLink.vouchers.length > 0 || text !== token) return byLink;
  }
  const found = text.length > LONGEST_TERM ? NOTHING : await findByText(deps, text);
  return isMistypedCode(text) ? { ...found, readAs: 'mistyped-code' } : found;
}

type Secret = { readAs: 'code' | 'link'; secret: string; auditor: Auditor };

async function findBySecret({ db, keys }: SearchDeps, { readAs, secret, auditor }: Secret): Promise<Answer> {
  const found = await (readAs === 'code'
    ? findName(db, 'voucher_code', voucherCodeKeys(keys, secret))
    : findName(db, 'claim_token', claimTokenKey(secret)));
  if (!found) return { ...NOTHING, readAs };
  await inTransaction(db, (tx) =>
    recordAudit(tx, auditor, {
      action: readAs === 'code' ? 'voucher.found-by-code' : 'voucher.found-by-link',
      subjectKind: 'voucher',
      subjectId: found.targetId,
    }),
  );
  const vouchers = await findVouchers(db, [found.targetId], 1);
  return { ...NOTHING, readAs, vouchers: vouchers.map((one) => describeVoucher(one, true)) };
}

async function findByText({ db }: SearchDeps, text: string): Promise<Answer> {
  const targets = await findTargets(db, text);
  const { voucherIds, transactionIds } = targets;
  const limit = SHOWN + 1;
  const [people, merchants, payments, vouchers, batches, statementLines, letters] = await Promise.all([
    listUsers(db, { search: text }, { limit }),
    findMerchants(db, text, limit),
    listMatching(db, targets, limit),
    findVouchers(db, voucherIds, limit),
    listBatches(db, transactionIds, limit),
    findStatementLines(db, text, SHOWN),
    findLetters(db, text, SHOWN),
  ]);
  const isNamed = (id: string) => targets.namedIds.has(id);
  const counted = { people, merchants, payments, vouchers, settlements: batches } as const;
  return {
    readAs: 'text',
    people: namedFirst(people, ({ userId }) => isNamed(userId)).map(({ row, isNamed: named }) => ({
      isNamed: named,
      userId: row.userId,
      name: `${row.firstName} ${row.lastName}`,
      email: maskEmail(row.email),
      phoneNumber: row.phoneMsisdn === null ? undefined : maskMsisdn(row.phoneMsisdn),
      status: row.status,
    })),
    merchants: namedFirst(merchants, ({ id }) => isNamed(id)).map(({ row: { id: _id, ...row }, ...one }) => ({
      ...row,
      ...one,
    })),
    payments: namedFirst(payments, ({ id }) => isNamed(id)).map(({ row, isNamed: named }) => ({
      ...describeTransaction(row),
      isNamed: named,
    })),
    vouchers: namedFirst(vouchers, ({ id }) => isNamed(id)).map(({ row, isNamed: named }) =>
      describeVoucher(row, named),
    ),
    settlements: namedFirst(batches, ({ settlementId }) => isNamed(settlementId)).map(
      ({ row: { batchId, businessName, amount, status, date, destination }, isNamed: named }) => ({
        batchId,
        businessName,
        amount,
        status,
        date,
        destination,
        isNamed: named,
      }),
    ),
    statementLines: statementLines.map(({ at, details, ...line }) => ({
      ...line,
      details: maskContacts(details),
      at: at.toISOString(),
      isNamed: isNothingElse(targets),
    })),
    letters: letters.map(({ at, subject, ...letter }) => ({
      ...letter,
      subject: maskContacts(subject),
      at: at.toISOString(),
      isNamed: true,
    })),
    more: (Object.keys(counted) as (keyof typeof counted)[]).filter((kind) => counted[kind].length > SHOWN),
  };
}

/**
 * Whether the term names no other record as a whole. A receipt, for example, names its payment before its statement
 * line.
 */
function isNothingElse({ namedIds }: Targets): boolean {
  return namedIds.size === 0;
}

/** Returns as many rows as are shown, exact matches first. */
function namedFirst<Row>(rows: readonly Row[], isNamed: (row: Row) => boolean) {
  return rows
    .map((row) => ({ row, isNamed: isNamed(row) }))
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
    .slice(0, SHOWN);
}

function describeVoucher(row: FoundVoucher, isNamed: boolean): Answer['vouchers'][number] {
  return {
    isNamed,
    voucherId: row.id,
    codeLastFour: row.codeLastFour,
    senderName: row.senderName,
    recipientName: row.recipientName,
    status: statusOf(row),
    isFrozen: row.isFrozen,
    value: shillingsOf(row.faceCents),
    balance: shillingsOf(row.balanceCents),
    issuedAt: row.issuedAt.toISOString(),
    purchaseId: row.purchaseId ?? undefined,
  };
}
