import { dayClosesCsv, listDayCloses, type DayClose } from '@zawadi/contract/day-closes';
import { useCallback, useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { usePages } from '../../lists/use-pages.ts';
import { useMerchant } from '../../session/session.tsx';
import { usePlaceOptions } from '../places/use-places.ts';
import { CloseMyDay } from './close-my-day.tsx';
import { CloseState } from './close-state.tsx';
import { DayCloseDialog } from './day-close-dialog.tsx';
import { dayCloseSearch } from './day-close-search.ts';
import { signedKes, useDrawerText } from './day-close-text.ts';

type Options = readonly { value: string; label: string }[];

const filterFields = (places: Options, people: Options): readonly FilterField[] => [
  {
    kind: 'choice',
    name: 'state',
    label: say('State'),
    options: [
      { value: 'all', label: say('All states') },
      { value: 'waiting', label: say('To confirm') },
      { value: 'confirmed', label: say('Confirmed') },
      { value: 'difference', label: say('With a difference') },
    ],
  },
  { kind: 'days', label: say('Closed at') },
  ...(people.length > 1
    ? [
        {
          kind: 'choice' as const,
          name: 'staffId',
          label: say('Closed by'),
          options: [{ value: 'all', label: say('Everybody') }, ...people],
        },
      ]
    : []),
  ...(places.length > 0
    ? [
        {
          kind: 'choice' as const,
          name: 'placeId',
          label: say('Place'),
          options: [{ value: 'all', label: say('All places') }, ...places],
        },
      ]
    : []),
];

/** Closed days of the shop, newest first. A cashier sees only their own. */
export function DayClosesScreen() {
  const { staffRole } = useMerchant();
  const { filters, isNarrowed, change, clear } = useListFilters(dayCloseSearch);
  const list = usePages(listDayCloses, { queryKey: queryKeys.dayCloseList(filters), query: filters });
  const [opened, setOpened] = useState<DayClose>();
  const places = usePlaceOptions();
  const drawerText = useDrawerText();
  const open = useCallback((row: DayClose) => setOpened(row), []);
  const people = list.data?.pages[0]?.people ?? [];
  return (
    <ListScreen
      title={say('Day closes')}
      intro={
        staffRole === 'cashier'
          ? say('Your closed days. An owner or manager confirms each.')
          : say('What each person counted at the end of a day. Confirm it when you have the cash.')
      }
      aside={<CloseMyDay />}
      exports={
        <ExportButton fetching={async () => fetchFile(dayClosesCsv, { query: filters })}>
          {say('Export CSV')}
        </ExportButton>
      }
      filters={
        <FilterBar
          filters={filters}
          onChange={change}
          onClear={clear}
          fields={filterFields(
            places,
            people.map(({ staffId, name }) => ({ value: staffId, label: name })),
          )}
        />
      }
      caption={say('Closed days, newest first')}
      columns={columns(open, drawerText)}
      rows={list.data?.pages.flatMap(({ closes }) => closes)}
      rowKey={({ closeId }) => closeId}
      paging={list}
      failed={{ title: say('Failed to load the closed days'), text: say('We could not reach the server.') }}
      none={{
        title: say('No closed days yet'),
        text: say('At the end of a day, press Close my day at the till.'),
      }}
      found={{ isNarrowed, onShowAll: clear, title: say('No closed days found') }}
    >
      {opened !== undefined && (
        <DayCloseDialog close={opened} onChanged={setOpened} onClose={() => setOpened(undefined)} />
      )}
    </ListScreen>
  );
}

function columns(
  onOpen: (row: DayClose) => void,
  drawerText: ReturnType<typeof useDrawerText>,
): Column<DayClose>[] {
  return [
    { label: say('Number'), cell: ({ number }) => number, className: 'num', from: 900 },
    {
      label: say('Closed by'),
      cell: (row) => (
        <button type="button" className="row-open" onClick={() => onOpen(row)}>
          {row.closedBy}
        </button>
      ),
      cardPart: 'name',
    },
    { label: say('Closed at'), cell: ({ closedAt }) => <Time at={closedAt} />, cardPart: 'second' },
    { label: say('Till'), cell: (row) => drawerText(row), cardPart: 'third' },
    { label: say('Net'), cell: ({ net }) => signedKes(net), isRight: true, className: 'num', from: 1200 },
    {
      label: say('Counted cash'),
      cell: ({ counted }) => signedKes(counted),
      isRight: true,
      cardPart: 'amount',
      className: 'num',
    },
    {
      label: say('Difference'),
      cell: ({ difference }) =>
        difference === 0 ? (
          <span className="dash">—</span>
        ) : (
          <span className="strong">{signedKes(difference)}</span>
        ),
      isRight: true,
      cardPart: 'side',
      className: 'num',
    },
    { label: say('State'), cell: ({ confirmed }) => <CloseState confirmed={confirmed} />, cardPart: 'state' },
  ];
}
