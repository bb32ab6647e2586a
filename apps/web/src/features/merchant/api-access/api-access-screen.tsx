import { useQuery } from '@tanstack/react-query';
import { apiAccess } from '@zawadi/contract/merchant-api-access';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { useMerchant } from '../../session/session.tsx';
import { ApiKeySheet } from './api-key-sheet.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { RequestLog } from './request-log.tsx';
import { SecuritySheet } from './security-sheet.tsx';
import { TestEnvironment } from './test-environment.tsx';
import { WebhookSheet } from './webhook-sheet.tsx';
import './api-access.css';

/** What a merchant's own tills and shops need to talk to us, and what we tell them. */
export function ApiAccessScreen() {
  const isOwner = useMerchant().staffRole === 'owner';
  const access = useQuery({
    queryKey: queryKeys.apiAccess,
    queryFn: ({ signal }) => call(apiAccess, { signal }),
  });
  return (
    <>
      <PageTitle title="API Access">
        Connect your own tills and shops. <a href="/api/docs">Every call, described</a>
      </PageTitle>
      <div className="stack-5">
        <div className="cols even">
          <div className="stack-5">
            {access.data === undefined ? (
              <Waiting error={access.error} isTrying={access.isFetching} onTryAgain={access.refetch} />
            ) : (
              <>
                <ApiKeySheet access={access.data} isOwner={isOwner} />
                <TestEnvironment access={access.data} />
                <SecuritySheet access={access.data} />
              </>
            )}
          </div>
          <div className="stack-5">
            <WebhookSheet isOwner={isOwner} />
            {access.data !== undefined && <EndpointList access={access.data} />}
          </div>
        </div>
        <Deliveries />
        <RequestLog isOn={access.data?.security.isLogged ?? true} />
      </div>
    </>
  );
}

type WaitingProps = { error: Error | null; isTrying: boolean; onTryAgain: () => unknown };

function Waiting({ error, isTrying, onTryAgain }: WaitingProps) {
  return (
    <Sheet title="API key">
      {error === null ? (
        <ListSkeleton rows={4} />
      ) : (
        <ErrorState
          title="Failed to load your API access"
          onTryAgain={() => void onTryAgain()}
          isTrying={isTrying}
        >
          {sentenceOf(error)} Your key works on.
        </ErrorState>
      )}
    </Sheet>
  );
}
