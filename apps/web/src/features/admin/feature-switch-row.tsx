import type { FeatureName, FeatureSwitch } from '@zawadi/contract/settings';
import { useState } from 'react';
import { Switch } from '../../ui/switch.tsx';
import { timeText } from '../../ui/time-text.ts';
import { useAdministrator } from '../session/session.tsx';
import { ChangeSwitchDialog } from './change-switch-dialog.tsx';
import './feature-switches.css';

const FEATURES: Record<FeatureName, { label: string; help: string }> = {
  requirePasskeys: {
    label: 'Passkeys for administrators',
    help: 'Every administrator needs a passkey of their own. Off, it is up to each of them.',
  },
  redeemByCode: {
    label: 'Redeem by code',
    help: 'Consumers type the code of a gift and add its value to their wallet. Off, the card says Coming Soon.',
  },
  cardPayment: {
    label: 'Card payment',
    help: 'Consumers pay for a gift by card. Off, the option says Coming Soon.',
  },
};

/** One feature: what it does, whether it is on, who changed it last; asks before it changes. */
export function FeatureSwitchRow({ feature }: { feature: FeatureSwitch }) {
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

const OBSTACLES: Partial<Record<FeatureName, string>> = {
  requirePasskeys: 'Please add a passkey to your own account first.',
  cardPayment: 'It cannot be switched on: no card provider is configured.',
};

function obstacleTo({ name, isOn, canBeOn }: FeatureSwitch, isAdministrator: boolean): string | undefined {
  if (!isAdministrator) return 'Only an administrator changes this.';
  if (!isOn && !canBeOn) return OBSTACLES[name];
  return undefined;
}
