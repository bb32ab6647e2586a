import type { TestSystem } from './test-system.ts';

const party = { name: 'Duka', kraPin: '', address: '' };
const CONTENT = { seller: party, buyer: { ...party, merchantCode: 'DUKA' }, lines: [], vat: [] };

/**
 * Issues an invoice of zero to a merchant, for tests that need only its number.
 * @returns `INV-000123`
 */
export async function issueSampleInvoice(
  { owner }: Pick<TestSystem, 'owner'>,
  merchantId: string,
): Promise<string> {
  const { rows } = await owner.query<{ number: string }>(
    `select 'INV-' || lpad(issue_invoice(gen_random_uuid(), $1, '2020-01-01', 100, 13, $2)::text, 6, '0') as number`,
    [merchantId, CONTENT],
  );
  return rows[0]?.number ?? '';
}
