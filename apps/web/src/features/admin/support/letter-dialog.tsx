import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markSupportAnswered } from '@zawadi/contract/support';
import type { SupportRequest } from '@zawadi/contract/support';
import { Reply } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useRights } from '../use-rights.ts';
import { LetterStatus } from './letter-columns.tsx';
import { replyAddress } from './reply-address.ts';
import './support.css';

type LetterDialogProps = { letter: SupportRequest; onClose: () => void };

/** One letter: who wrote it and what it says, a reply by mail, and the mark that it is answered. */
export function LetterDialog({ letter, onClose }: LetterDialogProps) {
  const { mayHelpCustomers } = useRights();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={letter.subject}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <a className={buttonClass({ variant: 'secondary' })} href={replyAddress(letter)}>
            <Icon of={Reply} />
            Reply by email
          </a>
          {mayHelpCustomers && letter.status === 'OPEN' && (
            <MarkAnswered id={letter.supportRequestId} onDone={onClose} />
          )}
        </>
      }
    >
      <p className="letter">{letter.message}</p>
      <LetterFacts letter={letter} />
    </Dialog>
  );
}

function LetterFacts({ letter }: Pick<LetterDialogProps, 'letter'>) {
  const { writer, businessName, merchantCode, reference, status, sentAt, answeredAt, answeredBy } = letter;
  return (
    <Facts
      facts={[
        { label: 'Status', value: <LetterStatus status={status} /> },
        { label: 'Merchant', value: `${businessName} (${merchantCode})` },
        { label: 'Written by', value: `${writer.name}, ${writer.staffRole}` },
        { label: 'Email', value: writer.email },
        reference !== null && { label: 'About', value: <span className="code">{reference}</span> },
        { label: 'Sent', value: exactTimeText(new Date(sentAt)) },
        answeredAt !== null && {
          label: 'Answered',
          value: `${exactTimeText(new Date(answeredAt))} by ${answeredBy ?? 'somebody who has left'}`,
        },
      ]}
    />
  );
}

function MarkAnswered({ id, onDone }: { id: string; onDone: () => void }) {
  const queries = useQueryClient();
  const marking = useMutation({
    mutationFn: () => call(markSupportAnswered, { params: { id }, body: {} }),
    onSuccess: async () => {
      toast.success('Marked as answered');
      onDone();
      await queries.invalidateQueries({ queryKey: queryKeys.supportRequests });
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button isBusy={marking.isPending} busyLabel="Saving..." onClick={() => marking.mutate()}>
      Mark as answered
    </Button>
  );
}
