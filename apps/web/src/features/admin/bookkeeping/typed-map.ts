import { bookkeepingMap, type BookkeepingMap } from '@zawadi/contract/bookkeeping';
import type { FieldErrors } from 'react-hook-form';

/** The mapping as typed into the fields: every kind of account, with empty fields if it is unmapped. */
export type TypedMap = BookkeepingMap;

/**
 * Fills the form's fields from a mapping.
 * @param kinds all kinds of ledger accounts
 */
export function typedMap({ accounts, xeroTaxRate }: BookkeepingMap, kinds: readonly string[]): TypedMap {
  return {
    accounts: kinds.map((kind) => accounts.find((one) => one.kind === kind) ?? { kind, code: '', name: '' }),
    xeroTaxRate,
  };
}

/** Returns the request body; leaves out kinds without code and name, which stay unmapped. */
export function mapOf({ accounts, xeroTaxRate }: TypedMap): BookkeepingMap {
  return { accounts: accounts.filter(isTyped), xeroTaxRate };
}

/** Returns the sentence for each invalid field, at the index of its account among all kinds. */
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
  // React Hook Form keys list errors by index, so the list is sparse.
  if (Object.keys(accounts).length > 0) {
    errors.accounts = Object.assign([], accounts);
  }
  return errors;
}

/** Describes the mapping with the names of the ledger's accounts. */
export function describeMap({ accounts, xeroTaxRate }: BookkeepingMap): Record<string, string> {
  return {
    ...Object.fromEntries(accounts.map(({ kind, code, name }) => [kind, `${code} ${name}`])),
    'Tax rate in Xero': xeroTaxRate,
  };
}

function isTyped({ code, name }: TypedMap['accounts'][number]): boolean {
  return code.trim() !== '' || name.trim() !== '';
}
