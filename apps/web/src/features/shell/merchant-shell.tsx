import {
  ArrowRightLeft,
  ChartColumn,
  ClipboardCheck,
  CircleQuestionMark,
  Gift,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ScanLine,
  Settings,
} from 'lucide-react';
import type { MemberRole } from '@zawadi/contract/roles';
import { say, type Phrase } from '../../i18n/say.ts';
import { brandColours } from '../../ui/brand-colours.ts';
import { useMerchant, useSession } from '../session/session.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Frame } from './frame.tsx';
import { PagePending } from './page-pending.tsx';
import { ThemeItem } from './theme-item.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { sectionIn } from './page-name-in.ts';

type Entry = Omit<MenuEntry, 'label'> & { label: Phrase; isForCashiers?: true; isForOnePlace?: true };

const entries: readonly [Entry, ...Entry[]] = [
  { to: '/merchant/dashboard', label: 'Dashboard', icon: LayoutDashboard, isForOnePlace: true },
  { to: '/merchant/dashboard/redeem', label: 'Redeem', icon: ScanLine, isForCashiers: true },
  { to: '/merchant/dashboard/day-closes', label: 'Day closes', icon: ClipboardCheck, isForCashiers: true },
  {
    to: '/merchant/dashboard/transactions',
    label: 'Transactions',
    icon: ArrowRightLeft,
    isForOnePlace: true,
  },
  { to: '/merchant/dashboard/vouchers', label: 'Vouchers', icon: Gift },
  { to: '/merchant/dashboard/settlements', label: 'Settlements', icon: Landmark },
  { to: '/merchant/dashboard/reports', label: 'Reports', icon: ChartColumn, isForOnePlace: true },
  { to: '/merchant/dashboard/api', label: 'API Access', icon: KeyRound },
  { to: '/merchant/dashboard/support', label: 'Support', icon: CircleQuestionMark, isForCashiers: true },
  { to: '/merchant/dashboard/settings', label: 'Settings', icon: Settings, isForCashiers: true },
];

/** Frame around all screens of merchants, in the merchant's brand colour. */
export function MerchantShell() {
  const { merchant } = useSession();
  // Between the end of a session and the sign-in page, React renders once without a user.
  return merchant === undefined ? <PagePending /> : <MerchantFrame />;
}

function MerchantFrame() {
  const { businessName, staffRole, isOfOnePlace, brandingConfig } = useMerchant();
  const { brand, brandTint, brandInk } = brandColours(brandingConfig.primaryColor);
  return (
    <Frame
      area="merchant"
      home={{ to: '/merchant/dashboard', label: businessName, ownLabel: businessName }}
      menu={merchantMenu({ staffRole, isOfOnePlace })}
      pageName={merchantPageName}
      Who={Business}
      tools={<LanguageSwitch />}
      style={{ '--brand': brand, '--brand-2': brandTint, '--brand-ink': brandInk }}
    />
  );
}

function Business() {
  const { businessName, merchantCode, memberName, ownPlace, brandingConfig } = useMerchant();
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
          {memberName !== undefined && <span>{memberName}</span>}
          {ownPlace !== undefined && <span>{ownPlace.name}</span>}
          <span>{merchantCode}</span>
        </span>
      </div>
      <ThemeItem />
    </>
  );
}

type Reader = { staffRole: MemberRole; isOfOnePlace: boolean };

/** Returns the merchant's menu for this role. */
function merchantMenu(reader: Reader): readonly MenuEntry[] {
  return entries
    .filter((entry) => isFor(reader, entry))
    .map(({ label, ...entry }) => ({ ...entry, label: say(label) }));
}

function isFor({ staffRole, isOfOnePlace }: Reader, { isForCashiers, isForOnePlace }: Entry): boolean {
  if (isForCashiers === true) return true;
  return staffRole !== 'cashier' && (!isOfOnePlace || isForOnePlace === true);
}

/** Returns the name of a merchant's page for the breadcrumbs. */
function merchantPageName(pathname: string): string {
  return say((sectionIn(entries, pathname) ?? entries[0]).label);
}
