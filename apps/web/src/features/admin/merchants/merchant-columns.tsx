import { Link } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { formatMsisdn } from '@zawadi/contract/text';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { BrandTile } from './brand-tile.tsx';
import { MerchantMenu } from './merchant-menu.tsx';
import { STATUS_WORDS } from './merchant-status.ts';

/** The columns of the specification; a press anywhere on a row leads to the merchant. */
export const merchantColumns: readonly Column<Merchant>[] = [
  { label: 'Merchant', cell: (merchant) => <Business {...merchant} />, slip: 'name' },
  { label: 'Contact', cell: (merchant) => <Contact {...merchant} />, slip: 'second' },
  { label: 'Status', cell: ({ status }) => <Status status={status} />, slip: 'state' },
  {
    label: 'Created',
    cell: ({ createdAt }) => nairobiDay(new Date(createdAt)),
    slip: 'third',
    className: 'nowrap',
  },
  {
    label: 'Actions',
    cell: (merchant) => <MerchantMenu merchant={merchant} />,
    slip: 'amount',
    isRight: true,
  },
];

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

function Status({ status }: Pick<Merchant, 'status'>) {
  const word = STATUS_WORDS[status];
  return status === 'ACTIVE' ? <StatusText status={word} /> : <StatusBadge status={word} />;
}
