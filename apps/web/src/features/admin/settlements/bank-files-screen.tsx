import { Link, useNavigate } from '@tanstack/react-router';
import { listBankFiles, makeBankFile, type BankFile } from '@zawadi/contract/settlements-bank-files';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { ActionButton } from '../action-button.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { useRights } from '../use-rights.ts';
import { BankFileState } from './bank-file-state.tsx';
import { SettlementTabs } from './settlement-tabs.tsx';
import '../money-lists.css';

const columns: readonly Column<BankFile>[] = [
  {
    label: 'Bank file',
    cell: ({ number }) => (
      <Link className="row-open code" to="/admin/settlements/bank-files/$number" params={{ number }}>
        {number}
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Made', cell: ({ madeAt }) => <Time at={madeAt} />, cardPart: 'third' },
  { label: 'By', cell: ({ madeBy }) => madeBy, from: 900 },
  { label: 'Batches', cell: ({ batches }) => batchesText(batches), cardPart: 'second' },
  {
    label: 'Amount',
    cell: ({ amount }) => <Money amountShillings={amount} />,
    cardPart: 'amount',
    isRight: true,
  },
  { label: 'State', cell: (file) => <BankFileState file={file} />, cardPart: 'state' },
];

/** Files by which finance orders the bank to pay approved batches. */
export function BankFilesScreen() {
  const { mayMoveMoney } = useRights();
  const list = usePages(listBankFiles, { queryKey: adminQueryKeys.bankFiles });
  const waiting = list.data?.pages[0]?.waitingBatches;
  return (
    <ListScreen
      title="Bank files"
      above={<SettlementTabs />}
      aside={mayMoveMoney && <MakeFile isAnyWaiting={waiting !== 0} />}
      count={waiting !== undefined && waitingText(waiting)}
      sheetClassName="money-list"
      caption="Bank files, newest first"
      columns={columns}
      rows={list.data?.pages.flatMap((page) => page.bankFiles)}
      rowKey={({ number }) => number}
      paging={list}
      failed={{
        title: 'Failed to load the bank files',
        text: 'We could not reach the server. No money is affected.',
      }}
      none={{
        title: 'No bank files yet',
        text: 'Approve batches that the bank pays, and make a file of them here.',
      }}
    />
  );
}

function MakeFile({ isAnyWaiting }: { isAnyWaiting: boolean }) {
  const refresh = useRefreshMoney();
  const navigate = useNavigate();
  if (!isAnyWaiting) return null;
  return (
    <ActionButton
      busyLabel="Making..."
      execute={async () => {
        const { number, batches } = await call(makeBankFile, {});
        toast.success(`Bank file ${number} made`, `It has ${batchesText(batches)}.`);
        await refresh();
        await navigate({ to: '/admin/settlements/bank-files/$number', params: { number } });
      }}
    >
      Make bank file
    </ActionButton>
  );
}

function waitingText(count: number): string {
  if (count === 0) return 'No approved batch waits for the next file.';
  return count === 1
    ? '1 approved batch waits for the next file.'
    : `${count.toLocaleString('en-KE')} approved batches wait for the next file.`;
}

export function batchesText(count: number): string {
  return count === 1 ? '1 batch' : `${count.toLocaleString('en-KE')} batches`;
}
