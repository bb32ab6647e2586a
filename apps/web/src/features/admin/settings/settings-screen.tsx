import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeFeatureSwitch,
  featureSwitches,
  type FeatureName,
  type FeatureSwitch,
} from '@zawadi/contract/settings';
import { useState } from 'react';
import { call, CallRefused } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { AccountSecurity } from '../../account-security/account-security.tsx';
import { useAdministrator, useSession } from '../../session/session.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { DailyMailSheet } from '../daily-mail/daily-mail-sheet.tsx';
import { SettingsTabs } from './settings-tabs.tsx';
import './feature-switches.css';

type ChangeSwitchDialogProps = { name: FeatureName; label: string; isOn: boolean; onClose: () => void };

const EFFECTS: Record<FeatureName, { on: string; off: string }> = {
  requirePasskeys: {
    on: 'Every administrator without a passkey adds one before anything else is possible. The last one cannot be removed.',
    off: 'Administrators can work without a passkey. Those they have still work.',
  },
  redeemByCode: {
    on: 'Every consumer can type the code of a gift that was sent to them and add its value to their wallet.',
    off: 'Consumers can no longer type codes. Links and shops still work, and no gift changes.',
  },
  cardPayment: {
    on: 'Every consumer can pay for a gift by card.',
    off: 'Consumers can no longer pay by card. Payments in flight finish.',
  },
  basket: {
    on: 'Every consumer can send up to 20 gifts with one payment.',
    off: 'Consumers buy one gift at a time. Registered baskets can still be paid.',
  },
  giftsFromWallet: {
    on: 'Every consumer can pay for gifts from their wallet, within the limits on withdrawals.',
    off: 'Consumers pay for gifts by M-PESA only. Gifts already paid do not change.',
  },
  giftPhotos: {
    on: 'Every consumer can add a photo of themselves to a gift from KES 200. Support decides about reported photos.',
    off: 'Consumers can no longer add photos, and recipients no longer see them. No photo is deleted.',
  },
  settlementsOnDemand: {
    on: 'The owner of every shop can be paid at once for what was redeemed before today, for the fee in Fees and limits.',
    off: 'Shops are paid by their schedule only. Pay-outs that have started finish.',
  },
  aliases: {
    on: 'The SMS and the paper of every gift show a number of 13 digits. Tills and the merchant API take it as they take the code.',
    off: 'Numbers are no longer shown and no longer work. Codes and links still work.',
  },
  ussd: {
    on: 'Everybody can dial the USSD code, see the gifts for their number and add them to a wallet.',
    off: 'Who dials the USSD code reads that the service is off. Wallets and gifts do not change.',
  },
};

const FEATURES: Record<FeatureName, { label: string; help: string }> = {
  requirePasskeys: {
    label: 'Passkeys for administrators',
    help: 'Every administrator needs a passkey.',
  },
  redeemByCode: {
    label: 'Redeem by code',
    help: 'Consumers add a gift to their wallet by its code. Off, the card says Coming Soon.',
  },
  cardPayment: {
    label: 'Card payment',
    help: 'Consumers pay for a gift by card. Off, the option says Coming Soon.',
  },
  basket: {
    label: 'Baskets',
    help: 'Consumers send several gifts with one payment.',
  },
  giftsFromWallet: {
    label: 'Gifts from the wallet',
    help: 'Consumers pay for gifts with the money in their wallet.',
  },
  giftPhotos: {
    label: 'Photos on gifts',
    help: 'Givers add a photo to a gift from KES 200. Recipients see it after Show photo, and can report it.',
  },
  settlementsOnDemand: {
    label: 'Settlements on demand',
    help: 'Shop owners press Pay me now, for a fee of its own.',
  },
  aliases: {
    label: 'Numbers of vouchers',
    help: 'Every voucher has a number of 13 digits beside its code, for keypads and for reading aloud.',
  },
  ussd: {
    label: 'USSD',
    help: 'People without a smartphone dial a code to find and keep their gifts. USSD_SERVICE_CODE names the code.',
  },
};

const OBSTACLES: Partial<Record<FeatureName, string>> = {
  requirePasskeys: 'Please add a passkey to your own account first.',
  cardPayment: 'It cannot be switched on: no card provider is configured.',
};

/** Feature switches of the platform, and the administrator's own account. */
export function SettingsScreen() {
  const list = useQuery({
    queryKey: adminQueryKeys.featureSwitches,
    queryFn: ({ signal }) => call(featureSwitches, { signal }),
  });
  return (
    <>
      <PageTitle title="Settings" />
      <SettingsTabs />
      <div className="stack-5">
        <Sheet title="Features">
          {list.isPending && <ListSkeleton rows={2} />}
          {list.data !== undefined && (
            <ul className="feature-switches">
              {list.data.switches.map((feature) => (
                <FeatureSwitchRow key={feature.name} feature={feature} />
              ))}
            </ul>
          )}
          {list.isError && list.data === undefined && (
            <ErrorState
              title={list.error instanceof CallRefused ? list.error.message : 'Network error occurred'}
              onTryAgain={() => void list.refetch()}
              isTrying={list.isFetching}
            >
              Nothing was changed.
            </ErrorState>
          )}
        </Sheet>
        <DailyMailSheet />
        <AdminSecurity />
      </div>
    </>
  );
}

/** An administrator's password, second factor, passkeys and devices. */
function AdminSecurity() {
  const { email, twoFactorEnabled } = useAdministrator();
  const { reload } = useSession();
  return (
    <AccountSecurity
      signInName={email}
      twoFactorEnabled={twoFactorEnabled}
      reload={reload}
      staysWhenSignedOut="What you have approved stays approved."
    />
  );
}

/** One feature: its effect, whether it is on, and who changed it last. A dialog confirms each change. */
function FeatureSwitchRow({ feature }: { feature: FeatureSwitch }) {
  const { staffRole } = useAdministrator();
  const [wanted, setWanted] = useState<boolean>();
  const { label, help } = FEATURES[feature.name];
  const obstacle = obstacleTo(feature, staffRole === 'administrator');
  return (
    <li>
      <Switch
        label={label}
        help={obstacle === undefined ? help : `${help} ${obstacle}`}
        isOn={feature.isOn}
        isBusy={false}
        isDisabled={obstacle !== undefined}
        onChange={setWanted}
      />
      {feature.changed !== undefined && (
        <p className="help">
          Switched {feature.isOn ? 'on' : 'off'} by {feature.changed.by},{' '}
          {timeText(new Date(feature.changed.at))}
          {feature.changed.reason !== '' && `: ${feature.changed.reason}`}
        </p>
      )}
      {wanted !== undefined && (
        <ChangeSwitchDialog
          name={feature.name}
          label={label}
          isOn={wanted}
          onClose={() => setWanted(undefined)}
        />
      )}
    </li>
  );
}

function obstacleTo({ name, isOn, canBeOn }: FeatureSwitch, isAdministrator: boolean): string | undefined {
  if (!isAdministrator) return 'Only an administrator changes this.';
  if (!isOn && !canBeOn) return OBSTACLES[name];
  return undefined;
}

/** Explains the effect of switching a feature, and switches it. */
function ChangeSwitchDialog({ name, label, isOn, onClose }: ChangeSwitchDialogProps) {
  const queries = useQueryClient();
  const verb = isOn ? 'Switch on' : 'Switch off';
  return (
    <ConfirmDialog
      title={`${verb} ${label.toLowerCase()}?`}
      action={verb}
      reason="required"
      confirm={async (reason) => {
        await call(changeFeatureSwitch, { body: { name, isOn, reason } });
        await queries.invalidateQueries({ queryKey: adminQueryKeys.featureSwitches });
        toast.success(`${label} is ${isOn ? 'on' : 'off'}`);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">{EFFECTS[name][isOn ? 'on' : 'off']}</p>
    </ConfirmDialog>
  );
}
