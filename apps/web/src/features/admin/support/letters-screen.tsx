import { listSupportRequests, markSupportAnswered, type SupportRequest } from '@zawadi/contract/support';
import { shortReference } from '@zawadi/contract/short-reference';
import { useCallback, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Mail, Reply } from 'lucide-react';
import { queryKeys } from '../../../api/query-keys.ts';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useRights } from '../use-rights.ts';
import { letterSearch } from './letter-search.ts';
import './support.css';

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Show',
    options: [
      { value: 'OPEN', label: 'Open' },
      { value: 'ANSWERED', label: 'Answered' },
      { value: 'all', label: 'All' },
    ],
  },
];

/** Letters from merchants; by default only unanswered letters. */
export function LettersScreen() {
  const { filters, change } = useListFilters(letterSearch);
  const { status = 'OPEN', letter } = filters;
  const list = usePages(listSupportRequests, {
    queryKey: queryKeys.supportRequestList({ status, letter }),
    query: { status: status === 'all' ? undefined : status, supportRequestId: letter },
  });
  const [openedId, setOpenedId] = useState<string>();
  const rows = list.data?.pages.flatMap(({ supportRequests }) => supportRequests);
  const opened = rows?.find(({ supportRequestId }) => supportRequestId === (openedId ?? letter));
  const close = useCallback(() => {
    setOpenedId(undefined);
    change({ letter: undefined });
  }, [change]);
  return (
    <ListScreen
      title="Support"

      filters={
        <FilterBar
          filters={filters}
          onChange={change}
          fields={FILTERS}
          further={letter === undefined ? [] : [{ text: 'Only one letter', off: { letter: undefined } }]}
        />
      }
      caption="Letters, newest first"
      columns={letterColumns(({ supportRequestId }) => setOpenedId(supportRequestId))}
      rows={rows}
      rowKey={({ supportRequestId }) => supportRequestId}
      paging={list}
      failed={{ title: 'Failed to load the letters', text: 'No letter is lost.' }}
      none={{
        title: status === 'OPEN' ? 'Every letter is answered' : 'No letters',
      }}
    >
      {opened !== undefined && <LetterDialog letter={opened} onClose={close} />}
    </ListScreen>
  );
}

type LetterDialogProps = { letter: SupportRequest; onClose: () => void };

/** One letter: its writer and text, a link that replies by email, and a button that marks it as answered. */
function LetterDialog({ letter, onClose }: LetterDialogProps) {
  const { mayHelp } = useRights();
  const [answer, setAnswer] = useState('');
  const isAnswerable = mayHelp && letter.status === 'OPEN';
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
          help="We mail it to the writer and show it in the portal. Leave it empty if you answered elsewhere."
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
      )}
    </Dialog>
  );
}

function LetterFacts({ letter }: Pick<LetterDialogProps, 'letter'>) {
  const { supportRequestId, writer, businessName, merchantCode, reference, status, sentAt } = letter;
  const { answeredAt, answeredBy } = letter;
  return (
    <Facts
      facts={[
        { label: 'Status', value: <LetterStatus status={status} /> },
        { label: 'Reference', value: <span className="code">{shortReference(supportRequestId)}</span> },
        { label: 'Merchant', value: `${businessName} (${merchantCode})` },
        { label: 'Written by', value: `${writer.name}, ${writer.staffRole}` },
        { label: 'Email', value: writer.email },
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

/** Reference of a letter, with a link if the shop attached the object. */
function About({ letter: { about, reference } }: Pick<LetterDialogProps, 'letter'>) {
  const text = <span className="code">{reference}</span>;
  if (about === undefined) return text;
  return about.kind === 'redemption' ? (
    <Link
      to="/admin/transactions/$type/$transactionId"
      params={{ type: 'Redemption', transactionId: about.redemptionId }}
    >
      {text}
    </Link>
  ) : (
    <Link to="/admin/settlements/$batchId" params={{ batchId: about.batchId }}>
      {text}
    </Link>
  );
}

function MarkAnswered({ id, answer, onDone }: { id: string; answer: string; onDone: () => void }) {
  const queries = useQueryClient();
  const text = answer.trim();
  const marking = useMutation({
    mutationFn: () =>
      call(markSupportAnswered, { params: { id }, body: text === '' ? {} : { answer: text } }),
    onSuccess: async () => {
      toast.success(text === '' ? 'Marked as answered' : 'Answer sent');
      onDone();
      void queries.invalidateQueries({ queryKey: queryKeys.workList });
      await queries.invalidateQueries({ queryKey: queryKeys.supportRequests });
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
export function replyAddress({ writer, subject }: Pick<SupportRequest, 'writer' | 'subject'>): string {
  return `mailto:${encodeURIComponent(writer.email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}

/** Columns as in a mailbox; a click anywhere on a row opens the letter. */
function letterColumns(onOpen: (letter: SupportRequest) => void): Column<SupportRequest>[] {
  return [
    {
      label: 'Subject',
      cell: (letter) => (
        <button type="button" className="row-open" onClick={() => onOpen(letter)}>
          {letter.subject}
        </button>
      ),
      cardPart: 'name',
    },
    { label: 'Merchant', cell: ({ businessName }) => businessName, cardPart: 'second' },
    { label: 'Written by', cell: ({ writer }) => writer.name, from: 900 },
    { label: 'Sent', cell: ({ sentAt }) => <Time at={sentAt} />, cardPart: 'third' },
    { label: 'Status', cell: ({ status }) => <LetterStatus status={status} />, cardPart: 'amount' },
  ];
}

function LetterStatus({ status }: Pick<SupportRequest, 'status'>) {
  const isOpen = status === 'OPEN';
  return (
    <span className={isOpen ? 'badge warn' : 'status success'}>
      <Icon of={isOpen ? Mail : Check} />
      {isOpen ? 'Open' : 'Answered'}
    </span>
  );
}
