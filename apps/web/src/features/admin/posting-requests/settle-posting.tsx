import { useQueryClient } from '@tanstack/react-query';
import { settlePosting, type PostingOutcome, type PostingRequest } from '@zawadi/contract/posting-requests';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { useRights } from '../use-rights.ts';

/** Buttons that mark a legal order as paid by the bank, or as not paid. */
export function SettleActions({ of }: { of: PostingRequest }) {
  const { mayMoveMoney } = useRights();
  const [outcome, setOutcome] = useState<PostingOutcome>();
  if (!mayMoveMoney) return null;
  return (
    <div className="row">
      <Button variant="secondary" small onClick={() => setOutcome('not-paid')}>
        Not paid
      </Button>
      <Button small onClick={() => setOutcome('paid')}>
        Mark as paid
      </Button>
      {outcome !== undefined && (
        <SettlePosting of={of} outcome={outcome} onClose={() => setOutcome(undefined)} />
      )}
    </div>
  );
}

const LOOKS = {
  paid: {
    title: 'Has the bank paid it?',
    action: 'Mark as paid',
    text: 'Compare the bank’s statement first. The money leaves the bank account in the books.',
    reference: 'Bank’s reference',
  },
  'not-paid': {
    title: 'Was it not paid?',
    action: 'Mark as not paid',
    text: 'The money goes back to the wallet, and the person is told.',
    reference: 'Statement that does not have it',
  },
} as const;

type SettleProps = { of: PostingRequest; outcome: PostingOutcome; onClose: () => void };

function SettlePosting({ of: { postingId }, outcome, onClose }: SettleProps) {
  const queries = useQueryClient();
  const [reference, setReference] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { title, action, text, reference: label } = LOOKS[outcome];
  const isMissing = reference.trim() === '';
  return (
    <ConfirmDialog
      title={title}
      action={action}
      busyLabel="Sending..."
      reason="required"
      check={() => {
        setChecked(true);
        return !isMissing;
      }}
      confirm={(reason) =>
        call(settlePosting, { params: { postingId }, body: { outcome, reference, reason } })
      }
      onDone={(done) => {
        toastOutcome(done, 'Posted');
        onClose();
        for (const queryKey of [adminQueryKeys.postings, adminQueryKeys.approvals])
          void queries.invalidateQueries({ queryKey });
      }}
      onClose={onClose}
    >
      <p className="muted">{text}</p>
      <EffectOfAction action={{ kind: 'posting-outcome', postingId, outcome, reference: '' }} />
      <TextField
        label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        error={isChecked && isMissing ? 'Please fill this in' : undefined}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
    </ConfirmDialog>
  );
}
