import { shortReference } from '@zawadi/contract/short-reference';
import { centsText } from '../cents-text.ts';
import type { LifeItem } from './transaction-life.ts';

type Entries = NonNullable<LifeItem['entries']>;

const ID_LENGTH = 36;

/** Transfers posted together, as a table in KES with cents. */
export function LedgerPosting({ entries }: { entries: Entries }) {
  return (
    <table className="posting">
      <caption className="sr">Posted together, in KES with cents</caption>
      <thead>
        <tr>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
          <th scope="col" className="right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ kind, debit, credit, amountCents }, index) => (
          <tr key={index} title={kind.replaceAll('_', ' ')}>
            <td>
              <span className="posting-side">debit </span>
              <AccountName of={debit} />
            </td>
            <td>
              <span className="posting-side">credit </span>
              <AccountName of={credit} />
            </td>
            <td className="right">{centsText(amountCents)}</td>
          </tr>
        ))}
      </tbody>
      {entries.length > 1 && (
        <tfoot>
          <tr>
            <td colSpan={2}>{entries.length} linked transfers, one group</td>
            <td className="right">{centsText(entries.reduce((sum, one) => sum + one.amountCents, 0))}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/**
 * Shows a short account name (`voucher:019f…`); the full name appears on hover. On phones, a long name wraps after its
 * colon.
 */
function AccountName({ of: account }: { of: string }) {
  const [kind = '', id = ''] = account.split(':');
  const isOfId = id.length === ID_LENGTH;
  return (
    <span className="code" title={account}>
      {kind}
      {id !== '' && (
        <>
          :<wbr />
          {isOfId ? shortReference(id) : id}
        </>
      )}
    </span>
  );
}
