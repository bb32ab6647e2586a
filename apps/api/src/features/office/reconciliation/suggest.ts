import type { OperatorTemplate, Suggestion } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { ItemRow } from './items-list-store.ts';
import { wordsOf } from './match-bank.ts';
import {
  findSources,
  listOpenBankBatches,
  listOpenPayOuts,
  listOrdersToPay,
  type BankBatch,
  type LegalOrder,
  type OpenPayOut,
  type Source,
} from './suggestions-store.ts';

/** At most as many as a dialog can show. */
const MOST = 6;

/** Finds what open lines may belong to, and where transfers that a statement lacks came from. */
export async function suggestFor(db: Db, rows: readonly ItemRow[]): Promise<Map<string, Suggestion[]>> {
  const open = rows.filter(({ status }) => status === 'open');
  const ofBank = open.filter(({ account }) => account === 'bank');
  const unknown = ofBank.filter(({ state }) => state !== 'missing_there');
  const payOuts = open.filter(({ account, theirsCents }) => account !== 'bank' && theirsCents < 0n);
  const isPaidByBank = unknown.some(({ theirsCents }) => theirsCents < 0n);
  const [batches, orders, sources, known] = await Promise.all([
    isPaidByBank ? listOpenBankBatches(db) : [],
    isPaidByBank ? listOrdersToPay(db) : [],
    ofBank.length === 0
      ? []
      : findSources(
          db,
          ofBank.map(({ id }) => id),
        ),
    payOuts.length === 0
      ? []
      : listOpenPayOuts(
          db,
          payOuts.map(({ theirsCents }) => -theirsCents),
        ),
  ]);
  return new Map([
    ...ofBank.map((row) => [row.id, ofSources(row, sources)] as const),
    ...unknown.map(
      (row) =>
        [row.id, [...toMark(row, batches), ...toPay(row, orders), ...toPost(row)].slice(0, MOST)] as const,
    ),
    ...payOuts.map((row) => [row.id, ofPayOuts(row, known)] as const),
  ]);
}

function ofSources({ id }: ItemRow, sources: readonly Source[]): Suggestion[] {
  return sources
    .filter(({ itemId }) => itemId === id)
    .slice(0, MOST)
    .map((source): Suggestion => {
      if (source.batchId === null) {
        const { postingId, template, payee } = source;
        return { kind: 'posting', postingId, template, payee };
      }
      const { batchId, businessName, bankFile } = source;
      return { kind: 'batch', batchId, businessName, bankFile: bankFile ?? undefined, isOpen: false };
    });
}

/** Bank files and batches that the line names or that have its amount. */
function toMark(row: ItemRow, batches: readonly BankBatch[]): Suggestion[] {
  if (row.theirsCents >= 0n) return [];
  const paidCents = -row.theirsCents;
  const words = new Set(wordsOf(row));
  const files = Map.groupBy(
    batches.filter(({ bankFile }) => bankFile !== null),
    ({ bankFile }) => bankFile ?? '',
  );
  const ofFiles = [...files].flatMap(([number, rows]): Suggestion[] => {
    const sumCents = rows.reduce((sum, { netCents }) => sum + netCents, 0n);
    const isNamed = words.has(number);
    const isSuggested = isNamed || (rows.length > 1 && sumCents === paidCents);
    return isSuggested
      ? [{ kind: 'bank-file', number, batches: rows.length, amountCents: Number(sumCents) }]
      : [];
  });
  const single = batches
    .filter(({ batchId, netCents }) => words.has(batchId) || netCents === paidCents)
    .map(({ batchId, businessName, bankFile }): Suggestion => ({
      kind: 'batch',
      batchId,
      businessName,
      bankFile: bankFile ?? undefined,
      isOpen: true,
    }));
  return [...ofFiles, ...single].slice(0, MOST - 2);
}

function toPay({ theirsCents }: ItemRow, orders: readonly LegalOrder[]): Suggestion[] {
  return orders
    .filter(({ amountCents }) => amountCents === -theirsCents)
    .map(({ postingId, payee }): Suggestion => ({
      kind: 'posting',
      postingId,
      template: 'legal-order',
      payee,
    }));
}

const CHARGE = /\b(?:charges?|fees?|commission|comm|tariff|excise|duty|levy|sms)\b/iu;
const MPESA = /\b(?:m-?pesa|safaricom|b2c|paybill|pay\s+bill|\d{6})\b/iu;

/** The templates of the posting desk that fit the line, the likeliest first. */
function toPost({ details, theirsCents }: ItemRow): Suggestion[] {
  return templatesFor(details, theirsCents).map((template): Suggestion => ({ kind: 'template', template }));
}

function templatesFor(details: string, theirsCents: bigint): OperatorTemplate[] {
  const isMove = MPESA.test(details);
  if (theirsCents > 0n)
    return isMove ? ['payout-to-bank', 'bank-float-in'] : ['bank-float-in', 'payout-to-bank'];
  if (CHARGE.test(details)) return ['bank-charge'];
  const others: OperatorTemplate[] = ['bank-charge', 'bank-float-out', 'unclaimed-paid'];
  return isMove ? ['bank-to-payout', ...others] : [...others, 'bank-to-payout'];
}

function ofPayOuts({ theirsCents }: ItemRow, known: readonly OpenPayOut[]): Suggestion[] {
  return known
    .filter(({ amountCents }) => amountCents === -theirsCents)
    .slice(0, MOST)
    .map(({ type, transactionId }): Suggestion => ({ kind: 'transaction', type, transactionId }));
}
