import type { Merchant } from '@zawadi/contract/merchants';
import { formatMsisdn } from '@zawadi/contract/text';
import { Facts } from '../../../ui/facts.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { BrandTile } from './brand-tile.tsx';

/** Whose business it is, and whom to call. */
export function BusinessSheet({ merchant }: { merchant: Merchant }) {
  const { businessName, merchantCode, contactName, contactEmail, contactPhoneNumber } = merchant;
  return (
    <Sheet title="Business Information" isPadded>
      <div className="stack">
        <div className="listed-business">
          <BrandTile businessName={businessName} brandingConfig={merchant.brandingConfig} />
          <span className="listed-name">
            <b className="strong">{businessName}</b>
            <span className="tiny muted code">{merchantCode}</span>
          </span>
        </div>
        <Facts
          facts={[
            { label: 'Contact person', value: contactName },
            { label: 'Email', value: <a href={`mailto:${contactEmail}`}>{contactEmail}</a> },
            {
              label: 'Phone',
              value: <a href={`tel:+${contactPhoneNumber}`}>{formatMsisdn(contactPhoneNumber)}</a>,
            },
          ]}
        />
      </div>{' '}
    </Sheet>
  );
}
