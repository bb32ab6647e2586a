import { brandColours } from '../../ui/brand-colours.ts';
import { useMerchant, useSession } from '../session/session.tsx';
import { Frame } from './frame.tsx';
import { merchantMenu, merchantPageName } from './merchant-menu.ts';
import { PagePending } from './page-pending.tsx';
import { ThemeItem } from './theme-item.tsx';

/** The frame around every merchant screen, in the merchant's own colour. */
export function MerchantShell() {
  const { merchant } = useSession();
  // Between the end of a session and the login there is one frame without anybody.
  return merchant === undefined ? <PagePending /> : <MerchantFrame />;
}

function MerchantFrame() {
  const { businessName, staffRole, brandingConfig } = useMerchant();
  const { brand, brandTint, brandInk } = brandColours(brandingConfig.primaryColor);
  return (
    <Frame
      area="merchant"
      home={{ to: '/merchant/dashboard', label: businessName, ownLabel: businessName }}
      menu={merchantMenu(staffRole)}
      pageName={merchantPageName}
      Who={Business}
      style={{ '--brand': brand, '--brand-2': brandTint, '--brand-ink': brandInk }}
    />
  );
}

function Business() {
  const { businessName, merchantCode, brandingConfig } = useMerchant();
  const { logoUrl } = brandingConfig;
  return (
    <>
      <div className="who">
        {logoUrl === undefined ? (
          <span className="avatar brand-tile" aria-hidden="true">
            {businessName.charAt(0).toLocaleUpperCase('en-KE')}
          </span>
        ) : (
          <img className="avatar brand-tile" src={logoUrl} alt="" width="40" height="40" />
        )}
        <span className="t">
          <b>{businessName}</b>
          <span>{merchantCode}</span>
        </span>
      </div>
      <ThemeItem />
    </>
  );
}
