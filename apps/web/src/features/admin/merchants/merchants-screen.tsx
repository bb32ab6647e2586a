import { CircleCheck, Eye, PauseCircle, Pencil, Plus, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Merchant } from '@zawadi/contract/merchants';
import { merchantsCsv, type ListedMerchant } from '@zawadi/contract/merchants-admin';
import { Link, useNavigate } from '@tanstack/react-router';
import { formatMsisdn } from '@zawadi/contract/text';
import { Button } from '../../../ui/button.tsx';
import { TableFoot, type Column } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { fetchFile } from '../../../api/call.ts';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { FilterBar, type FilterField } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListFilters } from '../../lists/use-list-filters.ts';
import { useRights } from '../use-rights.ts';
import { MerchantCards } from './merchant-cards.tsx';
import { merchantSearch, type MerchantFilters } from './merchant-search.ts';
import { LISTED_STATUSES, STATUS_WORDS } from './merchant-status.ts';
import { useMerchants, useMerchantsSummary } from './use-merchants.ts';
import {
  AddMerchant,
  EditMerchant,
  ReactivateMerchant,
  SameContactDialog,
  SuspendMerchant,
} from './dialogs-on-demand.ts';
import type { SameContact } from './same-contact-dialog.tsx';
import { BrandTile } from './brand-tile.tsx';
import './merchants.css';

/** The columns of the specification; a click anywhere on a row opens the merchant. */
const merchantColumns: readonly Column<ListedMerchant>[] = [
  { label: 'Merchant', cell: (merchant) => <Business {...merchant} />, cardPart: 'name' },
  { label: 'Contact', cell: (merchant) => <Contact {...merchant} />, cardPart: 'second' },
  { label: 'Status', cell: (merchant) => <Status {...merchant} />, cardPart: 'state' },
  {
    label: 'Created',
    cell: ({ createdAt }) => nairobiDay(new Date(createdAt)),
    cardPart: 'third',
    className: 'nowrap',
  },
  {
    label: 'Owed',
    cell: ({ owed }) => (
      <>
        <span className="card-label">Owed </span>
        <Money amountShillings={owed} />
      </>
    ),
    cardPart: 'side',
    isRight: true,
    from: 900,
  },
  {
    label: 'Actions',
    cell: (merchant) => <MerchantMenu merchant={merchant} />,
    cardPart: 'amount',
    isRight: true,
  },
];

const WITHOUT_CHANNEL = 'no-channel';

function filterFields({ status, isWithoutPayoutChannel }: MerchantFilters): readonly FilterField[] {
  return [
    { kind: 'search', placeholder: 'Contact name, contact email or merchant ID' },
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      value: isWithoutPayoutChannel ? WITHOUT_CHANNEL : status,
      partOf: (value) => ({ status: value, isWithoutPayoutChannel: value === WITHOUT_CHANNEL }),
      options: [
        { value: 'all', label: 'All states' },
        ...LISTED_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
        { value: WITHOUT_CHANNEL, label: 'No pay-out channel' },
      ],
    },
  ];
}

export function MerchantsScreen() {
  const { filters, isNarrowed, change, clear } = useListFilters(merchantSearch);
  const list = useMerchants(filters);
  const rows = list.data?.pages.flat();
  const total = useMerchantsSummary().data?.total;
  const { isAdministrator } = useRights();
  const [isAdding, setAdding] = useState(false);
  const [sameContact, setSameContact] = useState<SameContact>();
  return (
    <ListScreen
      title="Merchants"
      aside={
        isAdministrator && (
          <Button small onClick={() => setAdding(true)}>
            <Icon of={Plus} />
            Add Merchant
          </Button>
        )
      }
      above={<MerchantCards />}
      exports={
        <ExportButton fetching={async () => fetchFile(merchantsCsv, { query: queryOf(filters) })}>
          Export CSV
        </ExportButton>
      }
      filters={
        <FilterBar filters={filters} onChange={change} onClear={clear} fields={filterFields(filters)} />
      }
      sheetClassName="merchant-list"
      caption="Merchants, the newest first"
      columns={merchantColumns}
      rows={rows}
      rowKey={({ merchantId }) => merchantId}
      paging={list}
      failed={{
        title: 'Failed to fetch merchants',
        text: 'Nothing was changed. We could not read the list.',
      }}
      none={{ title: 'No merchants found' }}
      found={{ isNarrowed, onShowAll: clear, title: 'No merchants found' }}
      foot={
        rows !== undefined && (
          <TableFoot>
            <span className="muted">
              Showing {countText(rows.length)} of {countText(total ?? rows.length)} merchants
            </span>
          </TableFoot>
        )
      }
    >
      <Suspense>
        {sameContact !== undefined && (
          <SameContactDialog others={sameContact} onClose={() => setSameContact(undefined)} />
        )}
        {isAdding && <AddMerchant onSameContact={setSameContact} onClose={() => setAdding(false)} />}
      </Suspense>
    </ListScreen>
  );
}

function queryOf({ isWithoutPayoutChannel, ...filters }: MerchantFilters) {
  return { ...filters, isWithoutPayoutChannel: isWithoutPayoutChannel && ('true' as const) };
}

function countText(count: number): string {
  return count.toLocaleString('en-KE');
}

function Business({ businessName, merchantCode, brandingConfig }: Merchant) {
  return (
    <span className="listed-business">
      <BrandTile businessName={businessName} brandingConfig={brandingConfig} />
      <span className="listed-name">
        <b className="strong">
          <Link className="row-open" to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
            {businessName}
          </Link>
        </b>
        <span className="tiny muted code">{merchantCode}</span>
      </span>
    </span>
  );
}

function Contact({ contactName, contactEmail, contactPhoneNumber }: Merchant) {
  return (
    <span className="listed-contact">
      <span>{contactName}</span>
      <span className="tiny muted">{contactEmail}</span>
      <span className="tiny muted nowrap">{formatMsisdn(contactPhoneNumber)}</span>
    </span>
  );
}

/** Shows also a missing pay-out channel: settlements skip such a merchant, and no other place in the list shows it. */
function Status({ status, payoutChannel }: Pick<ListedMerchant, 'status' | 'payoutChannel'>) {
  const word = STATUS_WORDS[status];
  return (
    <span className="listed-status">
      {status === 'ACTIVE' ? <StatusText status={word} /> : <StatusBadge status={word} />}
      {payoutChannel === null && status !== 'INACTIVE' && (
        <span className="status warn tiny">
          <Icon of={TriangleAlert} />
          No pay-out channel
        </span>
      )}
    </span>
  );
}

/** The menu of one merchant in the list, and the dialog of the chosen action. */
function MerchantMenu({ merchant }: { merchant: Merchant }) {
  const { isAdministrator } = useRights();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'edit' | 'suspend' | 'reactivate'>();
  const close = () => setAsking(undefined);
  const { merchantCode, businessName, status } = merchant;
  const view = () => void navigate({ to: '/admin/merchants/$merchantCode', params: { merchantCode } });
  const isIn = status === 'ACTIVE' || status === 'PENDING';
  const changes = [
    { label: 'Edit Merchant', icon: Pencil, onSelect: () => setAsking('edit') },
    isIn
      ? { label: 'Suspend', icon: PauseCircle, onSelect: () => setAsking('suspend') }
      : { label: 'Reactivate', icon: CircleCheck, onSelect: () => setAsking('reactivate') },
  ];
  return (
    <>
      <ActionMenu
        label={`Actions for ${businessName}`}
        actions={[{ label: 'View Details', icon: Eye, onSelect: view }, ...(isAdministrator ? changes : [])]}
      />
      <Suspense>
        {asking === 'edit' && <EditMerchant merchant={merchant} onClose={close} />}
        {asking === 'suspend' && <SuspendMerchant merchant={merchant} onClose={close} />}
        {asking === 'reactivate' && <ReactivateMerchant merchant={merchant} onClose={close} />}
      </Suspense>
    </>
  );
}
