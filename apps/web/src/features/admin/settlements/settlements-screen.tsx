import {
  adminListSettlements,
  adminSettlementsCsv,
  runSettlements,
  type AdminSettlement,
} from '@zawadi/contract/settlements-admin';
import { useState } from 'react';
import type { CallInput } from '@zawadi/contract/endpoint';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { MERCHANT_CODE_FILTER } from '../merchant-code-filter.ts';
import { useRights } from '../use-rights.ts';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { shopCode } from '../transactions/transaction-search.ts';
import { adminSettlementSearch, type AdminSettlementFilters as Filters } from './admin-settlement-search.ts';
import { settlementColumns } from './settlement-columns.tsx';
import { SettlementTabs } from './settlement-tabs.tsx';
import '../money-lists.css';

type UpTo = CallInput<typeof runSettlements>['body']['upTo'];

const UP_TO = [
  {
    value: 'midnight',
    label: 'Up to last midnight',
    help: 'As the schedule does it; today’s redemptions wait.',
  },
  { value: 'now', label: 'Up to now', help: 'Today’s redemptions too. Only with the M-PESA sandbox.' },
] as const satisfies readonly { value: UpTo; label: string; help: string }[];

/** Settlements of all merchants: pending, paid and failed. */
export function SettlementsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(adminSettlementSearch);
  const { mayMoveMoney } = useRights();
  const list = usePages(adminListSettlements, {
    queryKey: adminQueryKeys.adminSettlementList(filters),
    query: settlementQuery(filters),
  });
  return (
    <ListScreen
      title="Settlements"
      above={<SettlementTabs />}
      exports={<Exports filters={filters} />}
      aside={mayMoveMoney && <SettleNow />}
      filters={
        <FilterBar filters={filters} onChange={change} onClear={clear} fields={filterFields(filters)} />
      }
      sheetClassName="money-list"
      caption="Settlement batches, newest first"
      columns={settlementColumns}
      rows={list.data?.pages.flatMap((page) => page.settlements)}
      rowKey={({ batchId }) => batchId}
      paging={list}
      failed={{
        title: 'Failed to load settlements',
        text: 'We could not reach the server. No money is affected.',
      }}
      none={{
        title: 'No settlements yet',
        text: 'The first batch is made at the hour of a merchant’s schedule, after it has redeemed a voucher.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No settlements found' }}
    />
  );
}

function filterFields({ needsAttention, status }: Filters): FilterField[] {
  return [
    {
      kind: 'choice',
      name: 'status',
      label: 'Show',
      value: needsAttention ? 'attention' : status,
      partOf: (value) => ({ status: value, needsAttention: value === 'attention' }),
      options: [
        { value: 'all', label: 'All batches' },
        { value: 'attention', label: 'Needs a person' },
        { value: 'Pending', label: 'Due (Pending)' },
        { value: 'Processing', label: 'Processing' },
        { value: 'Completed', label: 'Done (Completed)' },
        { value: 'Canceled', label: 'Canceled' },
      ],
    },
    {
      kind: 'choice',
      name: 'payoutChannel',
      label: 'Payout channel',
      options: [
        { value: 'all', label: 'All channels' },
        { value: 'M-Pesa', label: 'M-Pesa' },
        { value: 'Bank Transfer', label: 'Bank Transfer' },
      ],
    },
    MERCHANT_CODE_FILTER,
    { kind: 'days' },
  ];
}

/** Returns the query to send to the server. */
function settlementQuery({ needsAttention, ...filters }: Filters) {
  return { ...filters, needsAttention: needsAttention && ('true' as const) };
}

function Exports({ filters }: { filters: Filters }) {
  return (
    <ExportButton fetching={async () => fetchFile(adminSettlementsCsv, { query: settlementQuery(filters) })}>
      Export CSV
    </ExportButton>
  );
}

function SettleNow() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" small onClick={() => setIsAsking(true)}>
        Settle now…
      </Button>
      {isAsking && <RunDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Makes batches now, ignoring schedules, and pays out the batches that need no approval. */
function RunDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [upTo, setUpTo] = useState<UpTo>('midnight');
  const [problem, setProblem] = useState<string>();
  const refresh = useRefreshMoney();
  const merchantCode = shopCode(typed);
  const execute = async () => {
    const { settlements } = await call(runSettlements, { body: { merchantCode, upTo } });
    onClose();
    toast.success(...batchesMadeText(settlements, upTo));
    await refresh();
  };
  return (
    <ConfirmDialog
      title={merchantCode === undefined ? 'Settle all merchants now?' : `Settle ${merchantCode} now?`}
      action="Settle now"
      busyLabel="Settling..."
      check={() => {
        const isWrong = typed.trim() !== '' && merchantCode === undefined;
        setProblem(isWrong ? 'Please enter a valid merchant code' : undefined);
        return !isWrong;
      }}
      confirm={execute}
      onClose={onClose}
    >
      <p className="muted">We pay batches that need no approval at once.</p>
      <TextField
        label="Merchant code"
        isOptional
        placeholder="All merchants"
        maxLength={32}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <RadioList label="What was redeemed" options={UP_TO} value={upTo} onChange={setUpTo} />
    </ConfirmDialog>
  );
}

/** Describes how many batches were made and what happens next, or why there are none. */
export function batchesMadeText(
  settlements: readonly Pick<AdminSettlement, 'status' | 'needsApproval'>[],
  upTo: UpTo,
): [title: string, description?: string] {
  const { length: count } = settlements;
  if (count === 0) {
    const waits = 'Amounts too small to pay out wait for the next settlement';
    return [
      'Nothing is due',
      upTo === 'now' ? `${waits}.` : `${waits}, and so does what was redeemed today.`,
    ];
  }
  const title = count === 1 ? '1 batch made' : `${count.toLocaleString('en-KE')} batches made`;
  const waiting = settlements.filter(({ needsApproval }) => needsApproval).length;
  if (waiting === 0) return [title, count === 1 ? 'It is being paid.' : 'They are being paid.'];
  if (waiting === count)
    return [title, count === 1 ? 'It waits for approval.' : 'All of them wait for approval.'];
  return [title, `${waiting.toLocaleString('en-KE')} of them wait for approval, the others are being paid.`];
}
