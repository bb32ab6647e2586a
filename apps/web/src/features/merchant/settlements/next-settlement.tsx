import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import type { settlementSummary } from '@zawadi/contract/settlements';
import type { settlementCalendar } from '@zawadi/contract/settlements-on-demand';
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
import { PayNow } from './pay-now.tsx';
import { useSettlementCalendar, useSettlementSummary } from './use-settlements.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';

type Summary = CallAnswer<typeof settlementSummary>;

/** Batches on their way and to come, and where they are paid. */
export function NextSettlement() {
  const { data, isError } = useSettlementSummary();
  if (data === undefined) return isError ? null : <FactsSkeleton rows={3} />;
  return data.hasPayoutChannel ? <Next summary={data} /> : <NoChannel waiting={data.notYetBatched} />;
}

function Next({ summary: { notYetBatched } }: { summary: Summary }) {
  const settings = useSettings().data;
  const { data } = useSettlementCalendar();
  const isHeld = settings?.areSettlementsHeld ?? false;
  const channel = settings?.payoutChannel?.channel;
  const scheduled = isHeld ? [] : (data?.scheduled ?? []);
  return (
    <Sheet title={say('Upcoming pay-outs')} isPadded>
      <div className="stack-2">
        {isHeld && <SettlementsHeld />}
        <dl className="facts">
          {data?.onTheWay.map((batch) => (
            <OnTheWay key={batch.batchId} batch={batch} />
          ))}
          {scheduled.map((batch) => (
            <Scheduled key={batch.at} batch={batch} />
          ))}
          {data !== undefined && scheduled.length === 0 && (
            <div>
              <dt>{say('When')}</dt>
              <dd>{say('Not planned')}</dd>
            </div>
          )}
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
        {data?.onDemand !== undefined && channel !== undefined && (
          <PayNow onDemand={data.onDemand} destination={payoutChannelText(channel)} />
        )}
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

type Calendar = CallAnswer<typeof settlementCalendar>;

/** A scheduled batch with its amount so far, after the fee. */
function Scheduled({ batch: { at, amount, fee, net } }: { batch: Calendar['scheduled'][number] }) {
  return (
    <div>
      <dt>{appointmentText(new Date(at))}</dt>
      <dd>
        <Money amountShillings={net} />
        <span className="block tiny muted">
          {amount === 0
            ? say('Nothing so far')
            : say('So far: {amount} less {fee} fee', { amount: formatKes(amount), fee: formatKes(fee) })}
        </span>
      </dd>
    </div>
  );
}

/** A batch that is made and not yet paid, with the reason why it waits. */
function OnTheWay({
  batch: { batchId, netAmount, state, expectedAt },
}: {
  batch: Calendar['onTheWay'][number];
}) {
  return (
    <div>
      <dt>
        <Link to="/merchant/dashboard/settlements/$batchId" params={{ batchId }}>
          {batchId}
        </Link>
      </dt>
      <dd>
        <Money amountShillings={netAmount} />
        <span className="block tiny muted">{stateText(state, expectedAt)}</span>
      </dd>
    </div>
  );
}

function stateText(state: Calendar['onTheWay'][number]['state'], expectedAt: string | undefined): string {
  if (state === 'paying') return say('On its way');
  if (state === 'checking') return say('Zawadi checks it first');
  return expectedAt === undefined || Date.parse(expectedAt) <= Date.now()
    ? say('About to be sent')
    : say('Sent on {time}', { time: appointmentText(new Date(expectedAt)) });
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
