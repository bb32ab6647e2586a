import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortReference } from '@zawadi/contract/short-reference';
import {
  assignSupportRequest,
  handOverSupportRequest,
  markSupportAnswered,
  type SupportRequest,
} from '@zawadi/contract/support-requests';
import { Check, Mail, Reply } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useAdministrator } from '../../session/session.tsx';
import { NotesSheet } from '../notes/notes-sheet.tsx';
import { useRights } from '../use-rights.ts';
import './support.css';

const STATUS_WORDS = { OPEN: 'Open', WAITING: 'With finance', ANSWERED: 'Answered' } as const;

type LetterDialogProps = { letter: SupportRequest; onClose: () => void };

/** One letter: its writer, text and notes, who works on it, and the field for our answer. */
export function LetterDialog({ letter, onClose }: LetterDialogProps) {
  const { mayAskForMoney: mayWork } = useRights();
  const [answer, setAnswer] = useState('');
  const [isHandingOver, setHandingOver] = useState(false);
  const isAnswerable = mayWork && letter.status !== 'ANSWERED';
  if (isHandingOver) return <HandOver letter={letter} onClose={() => setHandingOver(false)} />;
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
          {letter.writer.kind === 'merchant' && (
            <a
              className={buttonClass({ variant: 'secondary' })}
              href={replyAddress(letter.writer, letter.subject)}
            >
              <Icon of={Reply} />
              Reply by email
            </a>
          )}
          {isAnswerable && (
            <>
              <TakeLetter letter={letter} />
              <Button variant="secondary" onClick={() => setHandingOver(true)}>
                {letter.status === 'OPEN' ? 'Hand to finance' : 'Back to support'}
              </Button>
            </>
          )}
          {isAnswerable && <MarkAnswered id={letter.supportRequestId} answer={answer} onDone={onClose} />}
        </>
      }
    >
      <p className="letter">{letter.message}</p>
      <LetterFacts letter={letter} />
      {letter.answer !== undefined && <p className="letter">{letter.answer}</p>}
      {isAnswerable && (
        <TextArea
          label="Your answer"
          isOptional
          rows={4}
          maxLength={4000}
          help="The writer gets it by message and sees it in the app or the portal. Leave it empty if you answered elsewhere."
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
      )}
      <NotesSheet about={{ subjectKind: 'support-request', subjectId: letter.supportRequestId }} />
    </Dialog>
  );
}

/** Takes a letter, or gives it back. */
function TakeLetter({ letter: { supportRequestId: id, assignedTo } }: Pick<LetterDialogProps, 'letter'>) {
  const isMine = assignedTo?.administratorId === useAdministrator().administratorId;
  const refresh = useLetterUpdate();
  const taking = useMutation({
    mutationFn: () => call(assignSupportRequest, { params: { id }, body: { isMine: !isMine } }),
    onSuccess: () => refresh(isMine ? 'Given back' : 'The letter is yours'),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button
      variant="secondary"
      isBusy={taking.isPending}
      busyLabel="Saving..."
      onClick={() => taking.mutate()}
    >
      {isMine ? 'Give back' : 'Take it'}
    </Button>
  );
}

/** Hands a letter to finance, or back to support, with a note. */
function HandOver({ letter, onClose }: LetterDialogProps) {
  const to: 'finance' | 'support' = letter.status === 'OPEN' ? 'finance' : 'support';
  // One id per dialog, so that a repeated click adds one note.
  const [noteId] = useState(() => newId());
  const refresh = useLetterUpdate();
  const { supportRequestId: id } = letter;
  const form = useContractForm(handOverSupportRequest, {
    schema: handOverSupportRequest.body.pick({ note: true }),
    defaultValues: { note: '' },
    inputOf: ({ note }) => ({ params: { id }, body: { to, noteId, note } }),
    onSaved: () => {
      onClose();
      return refresh(to === 'finance' ? 'Handed to finance' : 'Handed back to support');
    },
  });
  return (
    <FormDialog
      title={to === 'finance' ? 'Hand this letter to finance?' : 'Hand this letter back to support?'}
      action="Hand over"
      busyLabel="Saving..."
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextArea
        label="What should they do?"
        rows={4}
        maxLength={2000}
        error={form.problemOf('note')}
        {...form.register('note')}
      />
    </FormDialog>
  );
}

function useLetterUpdate() {
  const queries = useQueryClient();
  return async (said: string) => {
    toast.success(said);
    for (const queryKey of [
      queryKeys.workList,
      queryKeys.allNotes,
      queryKeys.timelines,
      queryKeys.personTimelines,
    ])
      void queries.invalidateQueries({ queryKey });
    await queries.invalidateQueries({ queryKey: queryKeys.supportRequests });
  };
}

function LetterFacts({ letter }: Pick<LetterDialogProps, 'letter'>) {
  const { supportRequestId, writer, reference, status, sentAt } = letter;
  const { answeredAt, answeredBy, assignedTo } = letter;
  const shop = writer.kind === 'merchant' ? writer : undefined;
  return (
    <Facts
      facts={[
        { label: 'Status', value: <LetterStatus status={status} /> },
        { label: 'Reference', value: <span className="code">{shortReference(supportRequestId)}</span> },
        shop !== undefined && { label: 'Merchant', value: `${shop.businessName} (${shop.merchantCode})` },
        {
          label: 'Written by',
          value:
            writer.kind === 'merchant' ? (
              `${writer.name}, ${writer.staffRole}`
            ) : (
              <Link to="/admin/users/$userId" params={{ userId: writer.userId }}>
                {writer.name}
              </Link>
            ),
        },
        shop !== undefined && { label: 'Email', value: shop.email },
        assignedTo !== undefined && { label: 'Assigned to', value: assignedTo.name },
        reference !== null && { label: 'About', value: <About letter={letter} /> },
        { label: 'Sent', value: exactTimeText(new Date(sentAt)) },
        answeredAt !== null && {
          label: 'Answered',
          value: `${exactTimeText(new Date(answeredAt))} by ${answeredBy ?? 'a former administrator'}`,
        },
      ]}
    />
  );
}

/** Reference of a letter, with a link if the writer attached the object. */
function About({ letter: { about, reference } }: Pick<LetterDialogProps, 'letter'>) {
  const text = <span className="code">{reference}</span>;
  if (about === undefined) return text;
  switch (about.kind) {
    case 'redemption':
      return (
        <Link
          to="/admin/transactions/$type/$transactionId"
          params={{ type: 'Redemption', transactionId: about.redemptionId }}
        >
          {text}
        </Link>
      );
    case 'payment':
      return (
        <Link to="/admin/transactions" search={{ search: about.paymentId }}>
          {text}
        </Link>
      );
    case 'gift':
      return (
        <Link to="/admin/transactions/vouchers/$voucherId" params={{ voucherId: about.voucherId }}>
          {text}
        </Link>
      );
    default:
      return (
        <Link to="/admin/settlements/$batchId" params={{ batchId: about.batchId }}>
          {text}
        </Link>
      );
  }
}

function MarkAnswered({ id, answer, onDone }: { id: string; answer: string; onDone: () => void }) {
  const refresh = useLetterUpdate();
  const text = answer.trim();
  const marking = useMutation({
    mutationFn: () =>
      call(markSupportAnswered, { params: { id }, body: text === '' ? {} : { answer: text } }),
    onSuccess: async () => {
      onDone();
      await refresh(text === '' ? 'Marked as answered' : 'Answer sent');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button isBusy={marking.isPending} busyLabel="Saving..." onClick={() => marking.mutate()}>
      {text === '' ? 'Mark as answered' : 'Send answer'}
    </Button>
  );
}

/** Makes a `mailto:` link that opens the administrator's mail program with a reply to a letter. */
export function replyAddress({ email }: { email: string }, subject: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

/** State of a letter. */
export function LetterStatus({ status }: Pick<SupportRequest, 'status'>) {
  const isOpen = status !== 'ANSWERED';
  return (
    <span className={isOpen ? 'badge warn' : 'status success'}>
      <Icon of={isOpen ? Mail : Check} />
      {STATUS_WORDS[status]}
    </span>
  );
}
