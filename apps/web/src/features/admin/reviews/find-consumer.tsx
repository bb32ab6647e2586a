import { useQuery } from '@tanstack/react-query';
import { adminListUsers } from '@zawadi/contract/admin-users';
import type { ListedUser } from '@zawadi/contract/admin-users';
import { formatMsisdn } from '@zawadi/contract/text';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FieldNote } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';

const MOST_SHOWN = 5;
const SHORTEST = { length: 3, text: 'Please enter at least 3 characters' };

type FindConsumerProps = {
  chosen: ListedUser | undefined;
  onChoose: (consumer: ListedUser | undefined) => void;
  isMissing: boolean;
};

/** Looks a consumer up by name, e-mail or phone, and has one of the found chosen. */
export function FindConsumer({ chosen, onChoose, isMissing }: FindConsumerProps) {
  const [search, setSearch] = useState<string>();
  const query = { search, status: 'ACTIVE', limit: MOST_SHOWN } as const;
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.adminUserList({ find: query }),
    queryFn: ({ signal }) => call(adminListUsers, { query, signal }),
    enabled: search !== undefined,
  });
  const found = search === undefined ? [] : (data?.users ?? []);
  return (
    <div className="stack-2">
      <SearchField
        label="Consumer"
        placeholder="Name, e-mail or phone"
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
          Nobody fits.
        </p>
      )}
      {isMissing && chosen === undefined && (
        <FieldNote id="consumer-missing" error="Please choose the consumer" />
      )}
    </div>
  );
}
