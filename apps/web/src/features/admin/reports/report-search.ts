import type { ReportName } from '@zawadi/contract/reports';
import type { Days } from '../../../ui/date-range.tsx';
import { chosenDay, onlyChosen } from '../../lists/search-params.ts';

// Every page loads this file with the routes, so it must not import the contract's schemas and their library.
export const REPORTS = [
  { name: 'volume', label: 'Volume' },
  { name: 'fees', label: 'Fees' },
  { name: 'liability', label: 'Voucher liability' },
  { name: 'expiries', label: 'Expiries' },
  { name: 'wallets', label: 'Wallets' },
  { name: 'merchants', label: 'Merchants' },
  { name: 'owed', label: 'Owed to merchants' },
  { name: 'ussd', label: 'USSD' },
  { name: 'trial-balance', label: 'Trial balance' },
] as const satisfies readonly { name: ReportName; label: string }[];

/** Reads a report's period from the URL; default: this month. */
export function reportSearch({ from, to }: Record<string, unknown>): Days {
  return onlyChosen<Days>({ from: chosenDay(from), to: chosenDay(to) });
}

/** Returns the report named in the URL; undefined if there is no such report. */
export function reportNamed(name: string): ReportName | undefined {
  return REPORTS.find((report) => report.name === name)?.name;
}
