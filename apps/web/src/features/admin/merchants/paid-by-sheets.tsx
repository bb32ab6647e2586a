import type { MerchantRecordAnswer, PayoutChannelVersion } from '@zawadi/contract/merchants-record';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { initials } from '../../../ui/initials.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { hoursInWords, ROLE_WORDS, scheduleText } from '../../shop/shop-words.ts';
import { usePaidBy } from './use-merchant-record.ts';

type Of = { merchantId: string };

/** Warns at the top of the page that settlements skip this merchant because it has no pay-out channel. */
export function MissingChannelAlert({ merchantId }: Of) {
  const channels = usePaidBy(merchantId).data?.payoutChannels;
  if (channels === undefined || channels.some(({ state }) => state === 'now')) return null;
  return (
    <Alert tone="warn">
      <p>
        <b className="strong">No pay-out channel: settlements leave this merchant out.</b> Only its owner sets
        one, in the portal under Settings.
      </p>
    </Alert>
  );
}

/** Shows a merchant's pay-out channel, since when it applies, and who set it. */
export function PayOutSheet({ merchantId }: Of) {
  const record = usePaidBy(merchantId);
  return (
    <Sheet title="Pay-out" isPadded>
      {record.isPending && <FactsSkeleton rows={4} />}
      {record.isError && record.data === undefined && (
        <LoadFailure title="Failed to load the pay-out channel" of={record} />
      )}
      {record.data !== undefined && <PayOut record={record.data} />}
    </Sheet>
  );
}

function PayOut({ record }: { record: MerchantRecordAnswer }) {
  const { payoutChannels, areNumbersMasked, settlementSchedule } = record;
  const now = payoutChannels.find(({ state }) => state === 'now');
  const waiting = payoutChannels.find(({ state }) => state === 'waiting');
  return (
    <div className="stack">
      {waiting !== undefined && waiting.effectiveAt === null && (
        <Alert tone="warn">
          <p>
            <b className="strong">{waiting.destination}</b> waits until two administrators have released it:
            set by {waiting.setBy}, <Time at={waiting.setAt} isMidSentence />.
          </p>
        </Alert>
      )}
      {waiting !== undefined && waiting.effectiveAt !== null && (
        <Alert>
          <p>
            From <b className="strong">{appointmentText(new Date(waiting.effectiveAt))}</b> money goes to{' '}
            <b className="strong">{waiting.destination}</b>: set by {waiting.setBy},{' '}
            <Time at={waiting.setAt} isMidSentence />.
          </p>
        </Alert>
      )}
      <Facts
        facts={[
          { label: 'Money goes to', value: now?.destination ?? 'No pay-out channel' },
          now !== undefined && { label: 'Settlements show', value: now.shownAs },
          { label: 'Settled', value: scheduleText(settlementSchedule) },
          {
            label: 'Paid without approval',
            value: paidWithoutApproval(record),
          },
        ]}
      />
      {payoutChannels.length > 0 && <ChannelHistory channels={payoutChannels} />}
      {areNumbersMasked && (
        <p className="tiny muted">Only administrators and finance see the whole numbers.</p>
      )}
    </div>
  );
}

function paidWithoutApproval({ automaticUpTo, isPaidByBankFile }: MerchantRecordAnswer): string {
  if (isPaidByBankFile) return 'Never: each batch is approved and goes into a bank file';
  return automaticUpTo > 0 ? `Up to ${formatKes(automaticUpTo)} a batch, by M-PESA` : 'Never';
}

const STATES: Record<PayoutChannelVersion['state'], string> = {
  now: 'In force',
  waiting: 'Waits',
  former: 'Former',
  never: 'Never took effect',
};

function ChannelHistory({ channels }: { channels: readonly PayoutChannelVersion[] }) {
  return (
    <section aria-label="Pay-out channels so far">
      <h3 className="small strong">Channels so far</h3>
      <ol className="channels">
        {channels.map(({ version, destination, state, setBy, setAt, effectiveAt }) => (
          <li key={version}>
            <b className="strong">{destination}</b>
            <span className="tiny muted">
              {STATES[state]} · set by {setBy}, <Time at={setAt} isMidSentence />
              {(state === 'now' || state === 'former') &&
                effectiveAt !== null &&
                effectiveAt.slice(0, 16) !== setAt.slice(0, 16) && (
                  <>
                    , in force since <Time at={effectiveAt} isMidSentence />
                  </>
                )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const MEMBERS_AT_FIRST = 5;

/** The merchant's staff, with the last activity of each. */
export function StaffSheet({ merchantId }: Of) {
  const record = usePaidBy(merchantId);
  const [isWhole, setWhole] = useState(false);
  const staff = record.data?.staff ?? [];
  const shown = isWhole ? staff : staff.slice(0, MEMBERS_AT_FIRST);
  return (
    <Sheet title="Staff">
      {record.isPending && <ListSkeleton rows={2} />}
      {record.isError && record.data === undefined && (
        <LoadFailure title="Failed to load the staff" of={record} />
      )}
      <ul className="moves">
        {shown.map((member) => (
          <Member key={member.staffId} member={member} />
        ))}
      </ul>
      {staff.length > shown.length && (
        <p className="pad">
          <Button variant="secondary" small onClick={() => setWhole(true)}>
            Show all {staff.length}
          </Button>
        </p>
      )}
    </Sheet>
  );
}

function Member({ member }: { member: MerchantRecordAnswer['staff'][number] }) {
  const { name, signInCode, staffRole, status, lastLogin, mustChangePassword, twoFactorEnabled } = member;
  return (
    <li>
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
      <div className="what">
        <b>{name}</b>
        <span className="when">
          {ROLE_WORDS[staffRole]} · <span className="code">{signInCode}</span>
        </span>
        <div className="when">
          {lastLogin === null ? (
            'Has not signed in yet'
          ) : (
            <>
              Last sign-in <Time at={lastLogin} isMidSentence />
            </>
          )}
          {mustChangePassword && ' · temporary password'}
          {twoFactorEnabled && ' · two-factor on'}
        </div>
      </div>
      <div className="side">{status === 'DISABLED' && <StatusBadge status="Inactive" />}</div>
    </li>
  );
}

/** The merchant's places with their opening hours; a redemption outside of them raises an alert. */
export function PlacesSheet({ merchantId }: Of) {
  const record = usePaidBy(merchantId);
  return (
    <Sheet title="Places" isPadded>
      {record.isPending && <FactsSkeleton rows={2} />}
      {record.isError && record.data === undefined && (
        <LoadFailure title="Failed to load the places" of={record} />
      )}
      <div className="stack">
        {record.data?.places.map((place) => (
          <Place key={place.placeId} place={place} />
        ))}
      </div>
    </Sheet>
  );
}

function Place({ place }: { place: MerchantRecordAnswer['places'][number] }) {
  const { name, town, street, openingHours, closedAt } = place;
  const where = [street, town === 'Other' ? undefined : town].filter(Boolean).join(', ');
  return (
    <section className="stack-2" aria-label={name}>
      <h3 className="small strong">
        {name}
        {closedAt !== undefined && ' (closed)'}
      </h3>
      <p className="small muted">{where === '' ? 'No address set.' : where}</p>
      {openingHours === null ? (
        <p className="small muted">No opening hours set, so after-hours alerts are off.</p>
      ) : (
        <Facts facts={hoursInWords(openingHours).map(({ days, hours }) => ({ label: days, value: hours }))} />
      )}
    </section>
  );
}
