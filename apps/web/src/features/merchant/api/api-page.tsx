import { useQuery } from '@tanstack/react-query';
import { apiAccess } from '@zawadi/contract/merchant-api-access';
import { listApiKeys } from '@zawadi/contract/merchants-api-keys';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SectionTabs } from '../../lists/section-tabs.tsx';
import './api-access.css';
import { say } from '../../../i18n/say.ts';

/** Layout of the pages of API Access, except for lists. */
export function ApiPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle title={title}>
        <ApiGuides />
      </PageTitle>
      <ApiTabs />
      <div className="stack-5">{children}</div>
    </>
  );
}

/** Links to the documents for developers. */
export function ApiGuides() {
  return (
    <>
      <a href="/developers/quick-start">{say('Quick start')}</a> ·{' '}
      <a href="/developers/errors">{say('Errors')}</a> ·{' '}
      <a href="/developers/reference">{say('API reference')}</a>
    </>
  );
}

export function ApiTabs() {
  return (
    <SectionTabs
      label={say('API Access')}
      tabs={[
        { to: '/merchant/dashboard/api', label: say('Keys'), isExact: true },
        { to: '/merchant/dashboard/api/webhooks', label: say('Webhooks') },
        { to: '/merchant/dashboard/api/events', label: say('Events') },
        { to: '/merchant/dashboard/api/log', label: say('Log') },
      ]}
    />
  );
}

type Guide = 'api-keys' | 'webhooks' | 'testing' | 'vouchers';

/** Link from a card to its page for developers, which is outside this app. */
export function GuideLink({ to, children }: { to: Guide; children: string }) {
  return (
    <a className="guide-link" href={`/developers/${to}`}>
      {children}
    </a>
  );
}

export function useApiAccess() {
  return useQuery({ queryKey: queryKeys.apiAccess, queryFn: ({ signal }) => call(apiAccess, { signal }) });
}

export function useApiKeys() {
  return useQuery({ queryKey: queryKeys.apiKeys, queryFn: ({ signal }) => call(listApiKeys, { signal }) });
}
