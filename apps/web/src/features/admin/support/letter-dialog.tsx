import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  assignSupportRequest,
  handOverSupportRequest,
  markSupportAnswered,
  type SupportRequest,
} from '@zawadi/contract/support-requests';
import { Reply } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useAdministrator } from '../../session/session.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { isMasked, useContacts, type Contacts } from '../contacts/use-contacts.ts';
import { NotesSheet } from '../notes/notes-sheet.tsx';
import { useRights } from '../use-rights.ts';
import { LetterFacts } from './letter-facts.tsx';
import './support.css';

type LetterDialogProps = { letter: SupportRequest; onClose: () => void };

/** One letter: its writer, text and notes, who works on it, and the field for our answer. */
export function LetterDialog({ letter: masked, onClose }: LetterDialogProps) {
  const contacts = useContacts({ kind: 'support-request', id: masked.supportRequestId });
  const letter = withContacts(masked, contacts);
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
      {textsOf(masked).some(isMasked) && (
        <div>
          <ShowContacts contacts={contacts} />
        </div>
      )}
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

function textsOf({ subject, message, reference, answer }: SupportRequest): string[] {
  return [subject, message, reference ?? '', answer ?? ''];
}

/** Returns the letter with its contacts in full while they are shown. */
function withContacts(letter: SupportRequest, { textOf }: Contacts): SupportRequest {
  const { subject, message, reference, answer } = letter;
  return {
    ...letter,
    subject: textOf('Subject', subject),
    message: textOf('Message', message),
    reference: reference === null ? null : textOf('Reference', reference),
    answer: answer === undefined ? undefined : textOf('Answer', answer),
  };
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
      adminQueryKeys.workList,
      adminQueryKeys.allNotes,
      adminQueryKeys.timelines,
      adminQueryKeys.personTimelines,
    ])
      void queries.invalidateQueries({ queryKey });
    await queries.invalidateQueries({ queryKey: adminQueryKeys.supportRequests });
  };
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
