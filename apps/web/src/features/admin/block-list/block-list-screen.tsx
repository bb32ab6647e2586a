import { listBlocks, type BlockEntry } from '@zawadi/contract/block-list';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { FraudTabs } from '../fraud/fraud-tabs.tsx';
import { useRights } from '../use-rights.ts';
import { AddBlock } from './add-block.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { blockSearch } from './block-search.ts';
import { KIND_WORDS, STATUS_WORDS, valueText } from './block-words.ts';
import './block-list.css';

const FILTERS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Number, address or device key' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    options: [{ value: 'all', label: 'All states' }, ...optionsOf(STATUS_WORDS)],
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: [{ value: 'all', label: 'All kinds' }, ...optionsOf(KIND_WORDS)],
  },
];

function optionsOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** Phone numbers, devices and networks that may begin nothing new. */
export function BlockListScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(blockSearch);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<BlockEntry>();
  const { mayQueryAndResend: mayAsk } = useRights();
  const list = usePages(listBlocks, { queryKey: adminQueryKeys.blockListPage(filters), query: filters });
  return (
    <ListScreen
      title="Block list"
      intro="Two administrators add and remove an entry. Payments on their way finish."
      aside={
        mayAsk && (
          <Button variant="secondary" small onClick={() => setAdding(true)}>
            <Icon of={Ban} />
            Block
          </Button>
        )
      }
      above={<FraudTabs />}
      filters={<FilterBar filters={filters} onChange={change} onClear={clear} fields={FILTERS} />}
      sheetClassName="block-list"
      caption="Entries of the block list, newest first"
      columns={columns(setOpened)}
      rows={list.data?.pages.flatMap(({ entries }) => entries)}
      rowKey={({ entryId }) => entryId}
      paging={list}
      failed={{ title: 'Failed to load the block list', text: 'Its entries still block.' }}
      none={{
        title: 'Nothing is blocked',
        text: 'The page of a user and a fraud alert offer what to block.',
      }}
      found={{ isNarrowed, onShowAll: clear, title: 'No entries found' }}
    >
      {isAdding && <AddBlock onClose={() => setAdding(false)} />}
      {opened !== undefined && <BlockDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </ListScreen>
  );
}

function columns(onOpen: (entry: BlockEntry) => void): Column<BlockEntry>[] {
  return [
    {
      label: 'Blocked',
      cell: (entry) => (
        <button type="button" className="row-open code" onClick={() => onOpen(entry)}>
          {valueText(entry)}
        </button>
      ),
      cardPart: 'name',
    },
    {
      label: 'Kind and reason',
      cell: ({ kind, reason }) => (
        <span className="block-why">
          <b className="strong">{KIND_WORDS[kind]}</b>
          <span className="small muted">{reason}</span>
        </span>
      ),
      cardPart: 'second',
      className: 'wraps',
    },
    {
      label: 'Until',
      cell: ({ endsAt }) => (endsAt === undefined ? 'Until removed' : <Time at={endsAt} />),
      from: 1200,
    },
    {
      label: 'Last refused',
      cell: ({ lastHitAt }) => (
        <>
          <span className="card-label">Last refused </span>
          {lastHitAt === undefined ? 'Never' : <Time at={lastHitAt} />}
        </>
      ),
      cardPart: 'third',
    },
    {
      label: 'Refused',
      cell: ({ hits }) => (
        <>
          {hits.toLocaleString('en-KE')}
          <span className="card-label"> refused</span>
        </>
      ),
      isRight: true,
      cardPart: 'amount',
    },
    {
      label: 'State',
      cell: ({ status, isRemovalWaiting }) => (isRemovalWaiting ? 'Removal waits' : STATUS_WORDS[status]),
      cardPart: 'side',
    },
  ];
}
