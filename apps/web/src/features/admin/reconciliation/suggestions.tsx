import { Link } from '@tanstack/react-router';
import type { ReconciliationItem, Suggestion } from '@zawadi/contract/reconciliation-items';
import { proposeSettlementOutcome } from '@zawadi/contract/settlements-admin';
import { markBankFile } from '@zawadi/contract/settlements-bank-files';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { centsText } from '../cents-text.ts';
import { NewPosting } from '../posting-requests/new-posting.tsx';
import { TEMPLATE_WORDS } from '../posting-requests/posting-words.ts';
import { MarkDialog } from '../settlements/mark-dialog.tsx';
import { useRefreshReconciliation } from './use-reconciliation.ts';

type SuggestionsProps = { item: ReconciliationItem; mayAct: boolean; onDone: () => void };

/** Batches, postings and payments to which an open line may belong, with the actions that settle the line. */
export function Suggestions({ item, mayAct, onDone }: SuggestionsProps) {
  const [acting, setActing] = useState<Suggestion>();
  const refresh = useRefreshReconciliation();
  const isOurs = item.state === 'missing_there';
  const close = () => {
    setActing(undefined);
    onDone();
    void refresh();
  };
  if (acting?.kind === 'template') return <PostLine item={item} template={acting.template} onClose={close} />;
  if (acting?.kind === 'bank-file') {
    const { number, batches } = acting;
    return (
      <MarkDialog
        title={`What became of the ${batches} open batches of ${number}?`}
        reference={item.receipt}
        send={async (mark) => void (await call(markBankFile, { body: { number, ...mark } }))}
        onClose={close}
      />
    );
  }
  if (acting?.kind === 'batch') {
    const { batchId } = acting;
    return (
      <MarkDialog
        title={`What became of ${batchId}?`}
        reference={item.receipt}
        send={async (mark) => void (await call(proposeSettlementOutcome, { body: { batchId, ...mark } }))}
        onClose={close}
      />
    );
  }
  return (
    <section aria-label={isOurs ? 'In our ledger' : 'May belong to'}>
      <p className="small strong">{isOurs ? 'In our ledger' : 'May belong to'}</p>
      <ul className="suggestions">
        {item.suggestions.map((one) => (
          <li key={keyOf(one)} className="spread">
            <SuggestionText of={one} />
            {mayAct && canBeDone(one) && (
              <Button variant="secondary" small onClick={() => setActing(one)}>
                {one.kind === 'template' ? 'Post…' : 'Mark…'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type PostLineProps = {
  item: ReconciliationItem;
  template: Extract<Suggestion, { kind: 'template' }>['template'];
  onClose: () => void;
};

/** The posting desk's form, filled in from the line. A move between M-PESA and the bank needs M-PESA's receipt instead. */
function PostLine({ item: { receipt, differenceCents }, template, onClose }: PostLineProps) {
  const isAtMpesa = template === 'bank-to-payout' || template === 'payout-to-bank';
  return (
    <NewPosting
      start={{
        templates: [template],
        amount: Math.abs(differenceCents) / 100,
        ...(!isAtMpesa && { reference: receipt.slice(0, 60) }),
      }}
      onClose={onClose}
    />
  );
}

function SuggestionText({ of }: { of: Suggestion }) {
  switch (of.kind) {
    case 'bank-file':
      return (
        <span>
          Bank file{' '}
          <Link className="code" to="/admin/settlements/bank-files/$number" params={{ number: of.number }}>
            {of.number}
          </Link>
          : {of.batches} open {of.batches === 1 ? 'batch' : 'batches'}, KES {centsText(of.amountCents)}
        </span>
      );
    case 'batch':
      return (
        <span>
          Batch{' '}
          <Link className="code" to="/admin/settlements/$batchId" params={{ batchId: of.batchId }}>
            {of.batchId}
          </Link>{' '}
          of {of.businessName}
          {of.bankFile !== undefined && `, in ${of.bankFile}`}
        </span>
      );
    case 'posting':
      return (
        <span>
          <Link to="/admin/posting-requests/$postingId" params={{ postingId: of.postingId }}>
            {TEMPLATE_WORDS[of.template].name}
          </Link>
          , {of.payee}
        </span>
      );
    case 'transaction':
      return (
        <Link to="/admin/transactions/$type/$transactionId" params={of}>
          {of.type} without a result
        </Link>
      );
    default:
      return <span>{TEMPLATE_WORDS[of.template].name}</span>;
  }
}

function canBeDone(suggestion: Suggestion): boolean {
  const { kind } = suggestion;
  return kind === 'template' || kind === 'bank-file' || (kind === 'batch' && suggestion.isOpen);
}

function keyOf(suggestion: Suggestion): string {
  return Object.values(suggestion).join(' ');
}
