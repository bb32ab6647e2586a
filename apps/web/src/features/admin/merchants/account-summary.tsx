import type { Merchant } from '@zawadi/contract/merchants';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

/** What the merchant is owed, and what its account is. */
export function AccountSummary({ merchant }: { merchant: Merchant }) {
  const { currentBalance, role, mustChangePassword, brandingConfig } = merchant;
  const { primaryColor } = brandingConfig;
  return (
    <Sheet title="Account Summary" isPadded>
      <Facts
        facts={[
          { label: 'Current balance', value: <Money amountShillings={currentBalance} /> },
          { label: 'Role', value: <span className="code">{role.name}</span> },
          { label: 'Must change password', value: mustChangePassword ? 'Yes' : 'No' },
          {
            label: 'Brand colour',
            value: (
              <span className="brand-colour">
                <span className="brand-swatch" style={{ background: primaryColor }} aria-hidden="true" />
                <span className="code">{primaryColor}</span>
              </span>
            ),
          },
        ]}
      />
    </Sheet>
  );
}
