import { resolveHeldMoney } from '@zawadi/contract/voucher-actions';
import type { Review } from '@zawadi/contract/reviews';
import { adminListUsers, type ListedUser } from '@zawadi/contract/admin-users';
import type { CallInput } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatMsisdn } from '@zawadi/contract/text';
import { call } from '../../../api/call.ts';
import { FieldNote, TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';

type FindConsumerProps = {
  chosen: ListedUser | undefined;
  onChoose: (consumer: ListedUser | undefined) => void;
  isMissing: boolean;
};

const MOST_SHOWN = 5;
const SHORTEST = { length: 3, text: 'Please enter at least 3 characters' };

type GoesTo = CallInput<typeof resolveHeldMoney>['body']['goesTo'];

const DESTINATIONS = [
  { value: 'payer', label: 'Back to the payer', help: 'By M-PESA, to the phone that paid.' },
  { value: 'wallet', label: 'A consumer’s wallet' },
  { value: 'purchase', label: 'A purchase', help: 'It counts as paid, and its voucher is issued.' },
] as const satisfies readonly { value: GoesTo['kind']; label: string; help?: string }[];

type Destination = GoesTo['kind'] | 'suggested';

type HeldMoneyDialogProps = { review: Review; heldAmount: number; onClose: () => void };

/** Assigns money in suspense to its owner, and closes the review case. */
export function HeldMoneyDialog({ review, heldAmount, onClose }: HeldMoneyDialogProps) {
  const { reviewId, receipt } = review;
  const owner = review.named?.isPaid === true ? review.named.buyer : undefined;
  const destinations = destinationsFor({ owner, hasReceipt: receipt !== undefined });
  const [kind, setKind] = useState<Destination>(destinations[0]?.value ?? 'wallet');
  const [billReference, setBillReference] = useState('');
  const [consumer, setConsumer] = useState<ListedUser>();
  const [isMissing, setIsMissing] = useState(false);
  const goesTo = goesToOf({ kind, billReference, consumer, owner });
  const send = async (reason: string) =>
    goesTo && call(resolveHeldMoney, { body: { reviewId, goesTo, reason } });
  return (
    <ConfirmMoneyDialog
      title={`Whose are the ${formatKes(heldAmount)} in suspense?`}
      action="Give the money"
      busyLabel="Giving..."
      check={() => {
        setIsMissing(goesTo === undefined);
        return goesTo !== undefined;
      }}
      planned={goesTo && { kind: 'suspense', reviewId, goesTo }}
      send={send}
      said={{ title: 'Money given', description: 'The case is closed.' }}
      onClose={onClose}
    >
      <p className="muted">The case is closed with it.</p>
      <RadioList label="It belongs to" options={destinations} value={kind} onChange={setKind} />
      {kind === 'wallet' && <FindConsumer chosen={consumer} onChoose={setConsumer} isMissing={isMissing} />}
      {kind === 'purchase' && (
        <TextField
          label="Bill reference"
          help="Of the unpaid purchase, for exactly this amount"
          autoCapitalize="characters"
          maxLength={32}
          value={billReference}
          error={isMissing && billReference.trim() === '' ? 'Please enter a bill reference' : undefined}
          onChange={({ target }) => setBillReference(target.value)}
        />
      )}
    </ConfirmMoneyDialog>
  );
}

type Owner = { userId: string; name: string } | undefined;

/** The buyer of a payment that was paid twice comes first. */
function destinationsFor({ owner, hasReceipt }: { owner: Owner; hasReceipt: boolean }) {
  const usual = DESTINATIONS.filter(({ value }) => value !== 'payer' || hasReceipt);
  const suggested = owner && {
    value: 'suggested' as const,
    label: `${owner.name}’s wallet`,
    help: 'The payer typed the reference of a payment that was paid already.',
  };
  return suggested ? [suggested, ...usual] : usual;
}

type Chosen = {
  kind: Destination;
  billReference: string;
  consumer: ListedUser | undefined;
  owner: Owner;
};

function goesToOf({ kind, billReference, consumer, owner }: Chosen): GoesTo | undefined {
  if (kind === 'suggested') return owner && { kind: 'wallet', userId: owner.userId };
  if (kind === 'payer') return { kind };
  if (kind === 'wallet') return consumer && { kind, userId: consumer.userId };
  return billReference.trim() === '' ? undefined : { kind, billReference };
}

/** Searches consumers by name, email or phone, and lets the administrator choose one. */
function FindConsumer({ chosen, onChoose, isMissing }: FindConsumerProps) {
  const [search, setSearch] = useState<string>();
  const query = { search, status: 'ACTIVE', limit: MOST_SHOWN } as const;
  const { data, isFetching } = useQuery({
    queryKey: adminQueryKeys.adminUserList({ find: query }),
    queryFn: ({ signal }) => call(adminListUsers, { query, signal }),
    enabled: search !== undefined,
  });
  const found = search === undefined ? [] : (data?.users ?? []);
  return (
    <div className="stack-2">
      <SearchField
        label="Consumer"
        placeholder="Name, email or phone"
        search={search}
        shortest={SHORTEST}
        onSearch={(next) => {
          setSearch(next);
          onChoose(undefined);
        }}
      />
      {found.length > 0 && (
        <RadioList
          label="Found"
          options={found.map((one) => ({
            value: one.userId,
            label: `${one.firstName} ${one.lastName}`,
            help: `${formatMsisdn(one.phoneNumber)} · ${one.email}`,
          }))}
          value={chosen?.userId ?? ''}
          onChange={(userId) => onChoose(found.find((one) => one.userId === userId))}
        />
      )}
      {search !== undefined && found.length === 0 && !isFetching && (
        <p className="help" role="status">
          No user fits.
        </p>
      )}
      {isMissing && chosen === undefined && (
        <FieldNote id="consumer-missing" error="Please choose the consumer" />
      )}
    </div>
  );
}
