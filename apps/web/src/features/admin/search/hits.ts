import { linkOptions } from '@tanstack/react-router';
import type { LinkOptions } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { searchEverything } from '@zawadi/contract/search';
import { shortReference } from '@zawadi/contract/short-reference';
import { formatMsisdn } from '@zawadi/contract/text';
import type { StatusWord } from '../../../ui/badge.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { timeText } from '../../../ui/time-text.ts';
import { STATUS_WORDS } from '../merchants/merchant-status.ts';
import { partyOf } from '../transactions/describe-transaction.ts';

export type Found = CallAnswer<typeof searchEverything>;

/** One search result, and the page that it links to. */
export type Hit = {
  key: string;
  title: string;
  detail: string;
  /** Reference or number to the right of the title, which people on the phone read out. */
  code?: string | undefined;
  amount?: string;
  status?: StatusWord | undefined;
  /** Whether the typed text matches exactly this result. */
  isNamed: boolean;
  to: LinkOptions;
};

export type HitGroup = {
  label: string;
  hits: Hit[];
  /** Link to the list with the remaining results. */
  all?: { text: string; to: LinkOptions } | undefined;
};

/** Groups results by kind: first the kinds with an exact match, then people, then other records. */
export function groupsOf(found: Found, text: string): HitGroup[] {
  const isMore = (kind: Found['more'][number]) => found.more.includes(kind);
  const groups: HitGroup[] = [
    {
      label: 'People',
      hits: found.people.map(personHit),
      all: isMore('people')
        ? { text: 'All people', to: linkOptions({ to: '/admin/users', search: { search: text } }) }
        : undefined,
    },
    {
      label: 'Merchants',
      hits: found.merchants.map(merchantHit),
      all: isMore('merchants')
        ? { text: 'All merchants', to: linkOptions({ to: '/admin/merchants', search: { search: text } }) }
        : undefined,
    },
    {
      label: 'Payments',
      hits: found.payments.map(paymentHit),
      all: isMore('payments')
        ? {
            text: 'All transactions',
            to: linkOptions({ to: '/admin/transactions', search: { search: text } }),
          }
        : undefined,
    },
    { label: 'Vouchers', hits: found.vouchers.map(voucherHit) },
    {
      label: 'Settlements',
      hits: found.settlements.map(settlementHit),
      all: isMore('settlements')
        ? {
            text: 'All settlements',
            to: linkOptions({ to: '/admin/transactions', search: { search: text, type: 'Settlement' } }),
          }
        : undefined,
    },
    { label: 'M-PESA’s statements', hits: found.statementLines.map(lineHit) },
    { label: 'Letters', hits: found.letters.map(letterHit) },
  ];
  return groups
    .filter(({ hits }) => hits.length > 0)
    .sort((one, other) => Number(hasNamed(other)) - Number(hasNamed(one)));
}

/** Returns the result that Enter opens at once: the only exact match, or the only result. */
export function onlyHit(groups: readonly HitGroup[]): Hit | undefined {
  const hits = groups.flatMap((group) => group.hits);
  const named = hits.filter(({ isNamed }) => isNamed);
  const [first, ...others] = named.length > 0 ? named : hits;
  return others.length === 0 ? first : undefined;
}

function hasNamed({ hits }: HitGroup): boolean {
  return hits.some(({ isNamed }) => isNamed);
}

function personHit({ userId, name, email, phoneNumber, status, isNamed }: Found['people'][number]): Hit {
  return {
    key: userId,
    title: name,
    detail: email,
    code: phoneNumber && formatMsisdn(phoneNumber),
    status: status === 'FROZEN' ? 'Frozen' : undefined,
    isNamed,
    to: linkOptions({ to: '/admin/users/$userId', params: { userId } }),
  };
}

function merchantHit({ merchantCode, businessName, status, isNamed }: Found['merchants'][number]): Hit {
  return {
    key: merchantCode,
    title: businessName,
    detail: 'Merchant',
    code: merchantCode,
    status: status === 'ACTIVE' ? undefined : STATUS_WORDS[status],
    isNamed,
    to: linkOptions({ to: '/admin/merchants/$merchantCode', params: { merchantCode } }),
  };
}

function paymentHit(payment: Found['payments'][number]): Hit {
  const { type, transactionId, date, amount, status, reference, isNamed } = payment;
  return {
    key: `${type} ${transactionId}`,
    title: partyOf(payment),
    detail: `${type} · ${timeText(new Date(date))}`,
    code: reference ?? shortReference(transactionId),
    amount: formatKes(amount),
    status: status === 'Success' ? undefined : status,
    isNamed,
    to: linkOptions({ to: '/admin/transactions/$type/$transactionId', params: { type, transactionId } }),
  };
}

/** A bought voucher links to the page of its payment. A voucher issued by a merchant has its own page. */
function voucherHit(voucher: Found['vouchers'][number]): Hit {
  const { voucherId, purchaseId, codeLastFour, senderName, recipientName, value, issuedAt } = voucher;
  return {
    key: voucherId,
    title: `For ${recipientName}`,
    detail: `From ${senderName} · ${timeText(new Date(issuedAt))}`,
    code: `···· ${codeLastFour}`,
    amount: formatKes(value),
    status: voucher.isFrozen ? 'Frozen' : ticketStateOf(voucher.status),
    isNamed: voucher.isNamed,
    to:
      purchaseId === undefined
        ? linkOptions({ to: '/admin/transactions/vouchers/$voucherId', params: { voucherId } })
        : linkOptions({
            to: '/admin/transactions/$type/$transactionId',
            params: { type: 'Deposit', transactionId: purchaseId },
          }),
  };
}

function settlementHit(batch: Found['settlements'][number]): Hit {
  const { batchId, businessName, destination, date, amount, status, isNamed } = batch;
  return {
    key: batchId,
    title: businessName,
    detail: `${destination} · ${timeText(new Date(date))}`,
    code: batchId,
    amount: formatKes(amount),
    status: status === 'Completed' ? undefined : status,
    isNamed,
    to: linkOptions({ to: '/admin/settlements/$batchId', params: { batchId } }),
  };
}

function lineHit({ itemId, receipt, details, at, isNamed }: Found['statementLines'][number]): Hit {
  return {
    key: itemId,
    title: details === '' ? 'Line of a statement' : details,
    detail: timeText(new Date(at)),
    code: receipt,
    isNamed,
    to: linkOptions({ to: '/admin/reconciliation', search: { search: receipt, status: 'all' } }),
  };
}

function letterHit(letter: Found['letters'][number]): Hit {
  const { supportRequestId, businessName, subject, at, isNamed } = letter;
  return {
    key: supportRequestId,
    title: subject,
    detail: `${businessName} · ${timeText(new Date(at))}`,
    code: shortReference(supportRequestId),
    isNamed,
    to: linkOptions({ to: '/admin/support', search: { status: 'all', letter: supportRequestId } }),
  };
}
