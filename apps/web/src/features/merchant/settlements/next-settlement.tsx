import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { settlementSummary } from '@zawadi/contract/settlements';
import { Alert } from '../../../ui/alert.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FactsSkeleton, SkeletonBlock } from '../../../ui/skeleton.tsx';
import { useMerchant } from '../../session/session.tsx';
import { payoutChannelText } from '../settings/payout-channel-text.ts';
import { SettlementsHeld } from '../settings/settlements-held.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { useSettlementSummary } from './use-settlements.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';

type Summary = CallAnswer<typeof settlementSummary>;

/** Time, current amount and pay-out channel of the next batch. */
export function NextSettlement() {
  const { data, isError } = useSettlementSummary();
  if (data === undefined) return isError ? null : <FactsSkeleton rows={3} />;
  return data.hasPayoutChannel ? <Next summary={data} /> : <NoChannel waiting={data.notYetBatched} />;
}

function Next({ summary: { nextSettlementAt, notYetBatched } }: { summary: Summary }) {
  const isHeld = useSettings().data?.areSettlementsHeld ?? false;
  return (
    <Sheet title={say('Next settlement')} isPadded>
      <div className="stack-2">
        {isHeld && <SettlementsHeld />}
        <dl className="facts">
          <div>
            <dt>{say('When')}</dt>
            <dd>
              {isHeld || nextSettlementAt === undefined
                ? say('Not planned')
                : appointmentText(new Date(nextSettlementAt))}
            </dd>
          </div>
          <div>
            <dt>{say('Not yet in a batch')}</dt>
            <dd>
              <Money amountShillings={notYetBatched} />
            </dd>
          </div>
          <div>
            <dt>{say('Goes to')}</dt>
            <dd>
              <Destination />
            </dd>
          </div>
        </dl>
        <p className="small muted">
          <RichText
            text="A batch covers everything up to the midnight before it. Less than {amount} after the fee moves to the next batch."
            amount={<span className="nowrap">KES 10</span>}
          />
        </p>
      </div>
    </Sheet>
  );
}

function Destination() {
  const { data, isError } = useSettings();
  if (data === undefined) return isError ? '—' : <SkeletonBlock width="8rem" />;
  const { payoutChannel, nextPayoutChannel } = data;
  return (
    <>
      {payoutChannel === null ? say('Not set') : payoutChannelText(payoutChannel.channel)}
      {nextPayoutChannel !== null && (
        <span className="block tiny muted">
          {unbroken(
            nextPayoutChannel.effectiveAt === null
              ? say('{channel} waits until Zawadi has checked it', {
                  channel: payoutChannelText(nextPayoutChannel.channel),
                })
              : say('From {time}: {channel}', {
                  time: appointmentText(new Date(nextPayoutChannel.effectiveAt)),
                  channel: payoutChannelText(nextPayoutChannel.channel),
                }),
          )}
        </span>
      )}
    </>
  );
}

function NoChannel({ waiting }: { waiting: number }) {
  const { staffRole } = useMerchant();
  const channel = useSettings().data?.nextPayoutChannel?.channel;
  if (channel !== undefined) {
    return (
      <Alert tone="warn">
        <b className="strong">
          {unbroken(
            say('{channel} waits until Zawadi has checked it', { channel: payoutChannelText(channel) }),
          )}
        </b>
        {waiting > 0 && (
          <p>
            <Waiting shillings={waiting} />
          </p>
        )}
      </Alert>
    );
  }
  return (
    <Alert tone="warn">
      <div className="stack-2">
        <b className="strong">{say('We do not know where to pay you.')}</b>
        <p>
          {waiting > 0 && (
            <>
              <Waiting shillings={waiting} />{' '}
            </>
          )}
          {staffRole === 'owner'
            ? say('Set a pay-out channel: an M-PESA number, a till, a pay bill or a bank account.')
            : say('Please ask the owner to set a pay-out channel.')}
        </p>
        {staffRole === 'owner' && (
          <p>
            <Link
              className={buttonClass({ variant: 'secondary', small: true })}
              to="/merchant/dashboard/settings"
            >
              {say('Set a pay-out channel')}
            </Link>
          </p>
        )}
      </div>
    </Alert>
  );
}

function Waiting({ shillings }: { shillings: number }) {
  return (
    <RichText text="{amount} waits for you and is safe." amount={<Money amountShillings={shillings} />} />
  );
}
