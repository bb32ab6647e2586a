import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchant } from '../../session/session.tsx';
import { Branding } from './branding.tsx';
import { BusinessProfile } from './business-profile.tsx';
import { MerchantSecurity } from './merchant-security.tsx';
import { OpeningHoursSheet } from './opening-hours-sheet.tsx';
import { PayoutChannel } from './payout-channel.tsx';
import { SettlementScheduleSheet } from './settlement-schedule-sheet.tsx';
import { Staff } from './staff.tsx';
import { useSettings } from './use-settings.ts';
import './settings.css';

/** What a business sets for itself, and what keeps the account of whoever is signed in. */
export function SettingsScreen() {
  const { staffRole } = useMerchant();
  if (staffRole === 'cashier') {
    return (
      <>
        <PageTitle title="Settings">Your password and where you are signed in.</PageTitle>
        <div className="stack-5 settings-narrow">
          <MerchantSecurity />
        </div>
      </>
    );
  }
  return (
    <>
      <PageTitle title="Settings">Your business, your people and your pay-outs.</PageTitle>
      <BusinessSettings isOwner={staffRole === 'owner'} />
    </>
  );
}

function BusinessSettings({ isOwner }: { isOwner: boolean }) {
  const settings = useSettings();
  if (settings.data === undefined) {
    return (
      <div className="cols even">
        <Sheet>
          {settings.isPending && <ListSkeleton rows={6} />}
          {settings.isError && (
            <LoadFailure title="Failed to load your settings" of={settings}>
              Nothing was changed.
            </LoadFailure>
          )}
        </Sheet>
        <div className="stack-5">
          <MerchantSecurity />
        </div>
      </div>
    );
  }
  const { data } = settings;
  return (
    <div className="cols even">
      <div className="stack-5">
        <BusinessProfile profile={data.profile} isOwner={isOwner} />
        <Branding branding={data.brandingConfig} businessName={data.profile.businessName} />
        <OpeningHoursSheet openingHours={data.openingHours} />
      </div>
      <div className="stack-5">
        <PayoutChannel settings={data} isOwner={isOwner} />
        <SettlementScheduleSheet schedule={data.settlementSchedule} />
        {isOwner && <Staff />}
        <MerchantSecurity />
      </div>
    </div>
  );
}
