import { bookkeepingMap, type BookkeepingMap } from '@zawadi/contract/bookkeeping';
import type { FieldErrors } from 'react-hook-form';

/** A mapping as fields hold it: every kind of account, with nothing typed where it is not mapped. */
export type TypedMap = BookkeepingMap;

/** @param kinds of all accounts of the ledger */
export function typedMap({ accounts, xeroTaxRate }: BookkeepingMap, kinds: readonly string[]): TypedMap {
  return {
    accounts: kinds.map((kind) => accounts.find((one) => one.kind === kind) ?? { kind, code: '', name: '' }),
    xeroTaxRate,
  };
}

/** What is sent: kinds without code and name are left unmapped. */
export function mapOf({ accounts, xeroTaxRate }: TypedMap): BookkeepingMap {
  return { accounts: accounts.filter(isTyped), xeroTaxRate };
}

/** The sentence of each field that does not fit, at its place among all kinds. */
export function problemsInMap(typed: TypedMap): FieldErrors<TypedMap> {
  const places = typed.accounts.flatMap((one, place) => (isTyped(one) ? [place] : []));
  const accounts: Record<number, Record<string, { type: string; message: string }>> = {};
  const errors: FieldErrors<TypedMap> = {};
  for (const { path, message } of bookkeepingMap.safeParse(mapOf(typed)).error?.issues ?? []) {
    const [part, index, name] = path;
    const problem = { type: 'product', message };
    const place = typeof index === 'number' ? places[index] : undefined;
    if (part === 'xeroTaxRate') errors.xeroTaxRate ??= problem;
    else if (place !== undefined) {
      const known = accounts[place] ?? {};
      accounts[place] = { ...known, [String(name)]: known[String(name)] ?? problem };
    }
  }
  // React Hook Form knows lists of errors by their places, which may be far between.
  if (Object.keys(accounts).length > 0) {
    errors.accounts = Object.assign([], accounts);
  }
  return errors;
}

/** The mapping by the names of the ledger’s accounts. */
export function describeMap({ accounts, xeroTaxRate }: BookkeepingMap): Record<string, string> {
  return {
    ...Object.fromEntries(accounts.map(({ kind, code, name }) => [kind, `${code} ${name}`])),
    'Tax rate in Xero': xeroTaxRate,
  };
}

function isTyped({ code, name }: TypedMap['accounts'][number]): boolean {
  return code.trim() !== '' || name.trim() !== '';
}
