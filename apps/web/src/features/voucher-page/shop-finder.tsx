import { findShops, type PublicVoucher } from '@zawadi/contract/vouchers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Places, townName } from './voucher-places.tsx';

type Sought = { search?: string | undefined; town?: string | undefined };

type ShopFinderProps = Pick<PublicVoucher, 'shops' | 'shopCount' | 'towns'> & { children: ReactNode };

/** Search of shops by town and name; without one, the first shops. */
export function ShopFinder({ shops, shopCount, towns, children }: ShopFinderProps) {
  const [sought, setSought] = useState<Sought>({});
  const isSought = (sought.search ?? sought.town) !== undefined;
  return (
    <>
      <search className="finder">
        {towns.length > 1 && (
          <Field label={say('Town')}>
            {(wiring) => (
              <select
                {...wiring}
                className="input"
                onChange={({ target }) => setSought({ ...sought, town: target.value || undefined })}
              >
                <option value="">{say('All towns')}</option>
                {towns.map(({ town, count }) => (
                  <option key={town} value={town}>
                    {townName(town) ?? say('Other places')} ({count})
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {shops.length < shopCount && (
          <SearchField
            label={say('Find a shop')}
            placeholder={say('Part of its name')}
            search={sought.search}
            onSearch={(search) => setSought({ ...sought, search })}
          />
        )}
      </search>
      {isSought ? <Found sought={sought} /> : children}
    </>
  );
}

function Found({ sought }: { sought: Sought }) {
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeys.shops(sought),
    queryFn: ({ signal }) => call(findShops, { query: sought, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Note>{sentenceOf(error)}</Note>;
  if (data === undefined) return <Note>{say('Loading...')}</Note>;
  return (
    <div className="stack" aria-busy={isFetching}>
      {data.shops.length === 0 ? (
        <Note>{say('No shop with this name takes gifts.')}</Note>
      ) : (
        <Places shops={data.shops} />
      )}
      {data.isMore && <Note>{say('There are more shops. Type more of the name.')}</Note>}
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
