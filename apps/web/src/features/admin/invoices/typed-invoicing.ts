import type { CallAnswer } from '@zawadi/contract/endpoint';
import { invoicing as schema, type Invoicing, type readInvoicing } from '@zawadi/contract/invoices';
import { monthText } from '../../../ui/calendar-text.ts';
import type { FieldProblems } from '../../forms/typed-fields.ts';
import { basisPointsTyped } from '../fees-and-limits/typed-fees-and-limits.ts';
import { latestMonths } from './invoice-search.ts';

/** Settings of invoicing, as typed into the fields. */
type Typed = { name: string; kraPin: string; address: string; vat: string; firstMonth: string };

/**
 * Fills the form's fields from the settings.
 * @param today day in Nairobi (`yyyy-MM-dd`)
 */
export function typedInvoicing(
  { invoicing, initialVatBasisPoints }: CallAnswer<typeof readInvoicing>,
  today: string,
): Typed {
  const { seller = { name: '', kraPin: '', address: '' } } = invoicing ?? {};
  const [lastMonth = today.slice(0, 7)] = latestMonths(today, 1);
  return {
    ...seller,
    vat: String((invoicing?.vatBasisPoints ?? initialVatBasisPoints) / 100),
    firstMonth: invoicing?.firstMonth ?? lastMonth,
  };
}

/** Parses the typed settings; NaN if the VAT rate is not a number. */
export function invoicingOf({ vat, firstMonth, ...seller }: Typed): Invoicing {
  return { seller, vatBasisPoints: basisPointsTyped(vat), firstMonth };
}

/** Returns the first sentence for each invalid field; covers every value that the contract rejects. */
export function problemsInInvoicing(typed: Typed): FieldProblems<keyof Typed> {
  const problems: FieldProblems<keyof Typed> = {};
  const wanted = invoicingOf(typed);
  if (Number.isNaN(wanted.vatBasisPoints)) problems.vat = 'Please enter a percentage such as 16';
  for (const { path, message } of schema.safeParse(wanted).error?.issues ?? []) {
    const last = path.at(-1);
    if (last === 'vatBasisPoints') problems.vat ??= 'VAT is from 0 to 50 %';
    else if (last === 'name' || last === 'kraPin' || last === 'address' || last === 'firstMonth') {
      problems[last] ??= message;
    }
  }
  return problems;
}

/** Describes the settings with their labels. */
export function describeInvoicing({ seller, vatBasisPoints, firstMonth }: Invoicing): Record<string, string> {
  return {
    'Business name': seller.name,
    'KRA PIN': seller.kraPin,
    Address: seller.address,
    VAT: `${vatBasisPoints / 100}%`,
    'First month with invoices': monthText(firstMonth, 'long'),
  };
}
