import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { adminListSettlements } from '@zawadi/contract/settlements-admin';
import {
  confirmBankFile,
  downloadBankFile,
  markBankFile,
  readBankFile,
  type BankFile,
} from '@zawadi/contract/settlements-bank-files';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { EndlessTable } from '../../../ui/endless-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { ExportButton } from '../../files/export-button.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { useRights } from '../use-rights.ts';
import { AnswerButtons, type Answer } from './answer-buttons.tsx';
import { BankFileState } from './bank-file-state.tsx';
import { batchesText } from './bank-files-screen.tsx';
import { MarkDialog } from './mark-dialog.tsx';
import { settlementColumns } from './settlement-columns.tsx';
import '../money-lists.css';

const BANK_FILES: ListLink = { to: '/admin/settlements/bank-files', label: 'Bank files' };

/** One bank file: its download, its batches, and what the bank paid. */
export function BankFileScreen() {
  const { number } = useParams({ from: '/admin/settlements/bank-files/$number' });
  return (
    <DetailScreen
      query={useBankFile(number)}
      title={number}
      list={BANK_FILES}
      missing={{
        title: 'There is no such bank file',
        text: 'The number of a bank file looks like BF-20261130-1.',
        all: 'All bank files',
      }}
      failed={{ text: 'We could not read this bank file. No money is affected.' }}
    >
      {(file) => <BankFileDetail file={file} />}
    </DetailScreen>
  );
}

function BankFileDetail({ file }: { file: BankFile }) {
  const { number, batches, amount, madeBy, madeAt, paid, notPaid, open } = file;
  return (
    <>
      <PageTitle
        title={number}
        above={<BackLink {...BANK_FILES} />}
        aside={
          <div className="row">
            <BankFileState file={file} />
            <FileActions file={file} />
          </div>
        }
      />
      {file.marks.map((mark) => (
        <MarkAlert key={`${mark.outcome} ${mark.markedBy} ${markText(mark)}`} number={number} mark={mark} />
      ))}
      <Sheet title="The file" isPadded>
        <Facts
          facts={[
            { label: 'Amount', value: formatKes(amount) },
            { label: 'Batches', value: batches.toLocaleString('en-KE') },
            { label: 'Paid', value: paid.toLocaleString('en-KE') },
            notPaid > 0 && { label: 'Not paid', value: notPaid.toLocaleString('en-KE') },
            open > 0 && { label: 'Open', value: open.toLocaleString('en-KE') },
            { label: 'Made', value: `${exactTimeText(new Date(madeAt))} by ${madeBy}` },
          ]}
        />
      </Sheet>
      <Batches number={number} />
      <AuditLink subjectKind="bank-file" subjectId={number} />
    </>
  );
}

function useBankFile(number: string) {
  return useQuery({
    queryKey: adminQueryKeys.bankFile(number),
    queryFn: ({ signal }) => call(readBankFile, { params: { number }, signal }),
  });
}

function FileActions({ file: { number, open, amount, marks } }: { file: BankFile }) {
  const { mayMoveMoney } = useRights();
  const [isMarking, setMarking] = useState(false);
  const marked = marks.reduce((total, { batches }) => total + batches, 0);
  if (!mayMoveMoney) return null;
  return (
    <>
      <ExportButton fetching={async () => fetchFile(downloadBankFile, { params: { number } })}>
        Download
      </ExportButton>
      {open > marked && (
        <Button small onClick={() => setMarking(true)}>
          Mark…
        </Button>
      )}
      {isMarking && (
        <MarkDialog
          title={`What became of the open batches of ${number}, of ${formatKes(amount)} in all?`}
          send={async (mark) => void (await call(markBankFile, { body: { number, ...mark } }))}
          onClose={() => setMarking(false)}
        />
      )}
    </>
  );
}

type Mark = BankFile['marks'][number];
type MarkProps = { number: string; mark: Mark };

/** Shows how one administrator marked batches of the file, with buttons for another to confirm or reject it. */
function MarkAlert({ number, mark }: MarkProps) {
  const { mayMoveMoney } = useRights();
  const [answer, setAnswer] = useState<Answer>();
  const isConfirmed = answer === 'confirm';
  const { outcome, markId } = mark;
  return (
    <Alert tone="warn">
      <div className="stack-2">
        <p>
          {mark.markedBy} says about {batchesText(mark.batches)}: <b className="strong">{markText(mark)}</b>.
        </p>
        <AnswerButtons mayDecide={mayMoveMoney && mark.canConfirm} onAnswer={setAnswer} />
      </div>
      {answer !== undefined && (
        <ConfirmMoneyDialog
          title={
            isConfirmed
              ? `Confirm for ${batchesText(mark.batches)} of ${number}: ${markText(mark)}?`
              : `Turn down what ${mark.markedBy} says about ${number}?`
          }
          action={isConfirmed ? 'Confirm' : 'Turn down'}
          reason="none"
          send={async () => void (await call(confirmBankFile, { body: { number, markId, isConfirmed } }))}
          said={{ title: isConfirmed ? 'Confirmed' : 'Turned down' }}
          onClose={() => setAnswer(undefined)}
        >
          <p className="muted">{isConfirmed ? EFFECTS[outcome] : 'The batches stay as they are.'}</p>
        </ConfirmMoneyDialog>
      )}
    </Alert>
  );
}

const EFFECTS = {
  paid: 'The batches are completed as paid, and our fees are earned.',
  not_paid: 'The batches become Pending again with their money. Once approved, they go into the next file.',
} as const satisfies Record<Mark['outcome'], string>;

function markText({ outcome, reference, reason }: Mark): string {
  return outcome === 'paid' ? `paid, reference ${reference ?? ''}` : `not paid (${reason ?? ''})`;
}

function Batches({ number }: { number: string }) {
  const list = usePages(adminListSettlements, {
    queryKey: adminQueryKeys.adminSettlementList({ bankFile: number }),
    query: { bankFile: number },
  });
  return (
    <Sheet title="Batches" className="money-list">
      <EndlessTable
        caption="Batches of the file, newest first"
        columns={settlementColumns}
        rows={list.data?.pages.flatMap((page) => page.settlements)}
        rowKey={({ batchId }) => batchId}
        paging={list}
        failed={{ title: 'Failed to load the batches', text: 'No money is affected.' }}
        empty={<EmptyState title="No batches" />}
      />
    </Sheet>
  );
}
