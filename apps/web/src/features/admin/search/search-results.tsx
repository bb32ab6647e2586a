import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { StatusText } from '../../../ui/badge.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { AskAboutReceipt, looksLikeReceipt } from '../transactions/ask-about-receipt.tsx';
import { MOST_SHILLINGS } from '../transactions/transaction-search.ts';
import type { Found, Hit, HitGroup } from './hits.ts';

type ResultsProps = { found: Found; groups: readonly HitGroup[]; text: string; onFollow: () => void };

/** Results by kind, each linked to its page; or the reason why there are none. */
export function Results({ found, groups, text, onFollow }: ResultsProps) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const isSecret = found.readAs === 'code' || found.readAs === 'link' || found.readAs === 'mistyped-code';
  return (
    <>
      <p className="sr" role="status">
        {count === 0 ? 'Nothing found' : `${count} found`}
      </p>
      {count === 0 && <NothingFound readAs={found.readAs} text={text} />}
      {found.readAs === 'text' &&
        looksLikeReceipt(text) &&
        !found.payments.some(({ isNamed }) => isNamed) && (
          <AskAboutReceipt receipt={text.toUpperCase()} onFollow={onFollow} />
        )}
      {groups.map(({ label, hits, all }) => (
        <section key={label} aria-label={label}>
          <h2>{label}</h2>
          <ul>
            {hits.map((hit) => (
              <HitRow key={hit.key} hit={hit} onFollow={onFollow} />
            ))}
          </ul>
          {all !== undefined && (
            <Link {...all.to} className="search-all" onClick={onFollow}>
              {all.text}
            </Link>
          )}
        </section>
      ))}
      <AmountLink text={text} onFollow={onFollow} />
      {!isSecret && text.length <= LONGEST_IN_LISTS && (
        <p className="search-foot">
          <Link to="/admin/settings/audit" search={{ search: text }} onClick={onFollow}>
            In the audit log
          </Link>
        </p>
      )}
    </>
  );
}

/** Leads to the transactions of exactly this amount. Stands last, because four digits may also be a voucher’s last four. */
function AmountLink({ text, onFollow }: Pick<ResultsProps, 'text' | 'onFollow'>) {
  const amount = shillingsTyped(text);
  if (!(amount > 0 && amount <= MOST_SHILLINGS)) return null;
  return (
    <Link
      to="/admin/transactions"
      search={{ minimumAmount: amount, maximumAmount: amount }}
      className="search-all"
      onClick={onFollow}
    >
      Transactions of {formatKes(amount)}
    </Link>
  );
}

/** Longest search text that the URL of a list accepts. */
const LONGEST_IN_LISTS = 80;

function HitRow({ hit, onFollow }: { hit: Hit; onFollow: () => void }) {
  const { title, detail, code, amount, status, to } = hit;
  return (
    <li>
      <Link {...to} className="search-hit" onClick={onFollow}>
        <span className="search-hit-title">{title}</span>
        {amount !== undefined && <span className="search-hit-amount num">{amount}</span>}
        <span className="search-hit-detail">
          {detail}
          {status !== undefined && <StatusText status={status} />}
        </span>
        {code !== undefined && <span className="search-hit-code code">{code}</span>}
      </Link>
    </li>
  );
}

function NothingFound({ readAs, text }: { readAs: Found['readAs']; text: string }) {
  if (readAs === 'mistyped-code') {
    return (
      <p className="search-note">
        <b className="strong">This code is mistyped.</b> Its check symbol is wrong. Ask for the code again,
        group by group.
      </p>
    );
  }
  if (readAs === 'code') {
    return (
      <p className="search-note">
        <b className="strong">No voucher has this code.</b> The code is well formed. A code stops working when
        the buyer corrects the recipient.
      </p>
    );
  }
  if (readAs === 'link') {
    return (
      <p className="search-note">
        <b className="strong">No gift has this link.</b> A link stops working when the buyer corrects the
        recipient.
      </p>
    );
  }
  return (
    <p className="search-note">
      <b className="strong">Nothing found for “{text}”.</b> Type receipts, codes and references in full. For
      names, three letters are enough.
    </p>
  );
}
