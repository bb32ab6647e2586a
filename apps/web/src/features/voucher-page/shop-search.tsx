import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findShops } from '@zawadi/contract/vouchers';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Places } from './places.tsx';

/** Finds a shop among many by its name. What is inside shows until something is searched for. */
export function ShopSearch({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState<string>();
  return (
    <>
      <search>
        <SearchField
          label={say('Find a shop')}
          placeholder={say('A part of its name')}
          search={search}
          onSearch={setSearch}
        />
      </search>
      {search === undefined ? children : <Found search={search} />}
    </>
  );
}

function Found({ search }: { search: string }) {
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeys.shops(search),
    queryFn: ({ signal }) => call(findShops, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Note>{sentenceOf(error)}</Note>;
  if (data === undefined) return <Note>{say('Loading...')}</Note>;
  return (
    <div className="stack" aria-busy={isFetching}>
      {data.shops.length === 0 ? (
        <Note>{say('No shop of this name takes gifts.')}</Note>
      ) : (
        <Places shops={data.shops} />
      )}
      {data.isMore && <Note>{say('There are more. Enter more of the name.')}</Note>}
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className="muted" role="status">
      {children}
    </p>
  );
}
