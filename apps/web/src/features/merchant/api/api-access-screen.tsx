import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { ChevronDown } from 'lucide-react';
import { sentenceOf } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useMerchant } from '../../session/session.tsx';
import { ApiPage, GuideLink, useApiAccess, useApiKeys } from './api-page.tsx';
import { ApiKeySheet } from './api-key-sheet.tsx';
import { SecuritySheet } from './security-sheet.tsx';
import { TillKeysSheet } from './till-keys-sheet.tsx';
import { TestVoucherSheet } from './test-voucher-sheet.tsx';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

type EndpointExample = {
  method: 'GET' | 'POST';
  path: string;
  does: Phrase;
  curl: string;
};

type Call = Omit<EndpointExample, 'curl'> & {
  /** Path of the endpoint, relative to the base URL. */
  called: string;
  body?: string;
};

const CALLS: readonly Call[] = [
  {
    method: 'POST',
    path: '/api/v1/vouchers/create',
    does: 'Issue a voucher from your own balance',
    called: '/vouchers/create',
    body: '{"amount": 200, "recipient": {"name": "Asha Mwangi"}}',
  },
  {
    method: 'GET',
    path: '/api/v1/vouchers/{id}',
    does: 'See what is on a voucher',
    called: '/vouchers/$CODE',
  },
  {
    method: 'POST',
    path: '/api/v1/vouchers/{id}/redeem',
    does: 'Take value from a voucher, or all of it: "amount": "all"',
    called: '/vouchers/$CODE/redeem',
    body: '{"amount": 350}',
  },
  {
    method: 'GET',
    path: '/api/v1/transactions',
    does: 'Everything that changed your balance',
    called: '/transactions?limit=50',
  },
  {
    method: 'GET',
    path: '/api/v1/settlements',
    does: 'Your pay-outs',
    called: '/settlements?limit=50',
  },
];

/** Page with the API keys, base URLs and example commands for a merchant's own tills and web shops. */
export function ApiAccessScreen() {
  const isOwner = useMerchant().staffRole === 'owner';
  const access = useApiAccess();
  const main = useApiKeys().data?.keys.find(({ isMain }) => isMain);
  return (
    <ApiPage title={say('API Access')}>
      {access.data === undefined ? (
        <Waiting error={access.error} isTrying={access.isFetching} onTryAgain={access.refetch} />
      ) : (
        <div className="cols even">
          <div className="stack-5">
            <ApiKeySheet access={access.data} main={main} isOwner={isOwner} />
            <TillKeysSheet isOwner={isOwner} />
            <TestEnvironment access={access.data} />
            {access.data.isSandbox && <TestVoucherSheet baseUrl={access.data.baseUrl} />}
          </div>
          <div className="stack-5">
            <SecuritySheet access={access.data} />
            <EndpointList access={access.data} />
          </div>
        </div>
      )}
    </ApiPage>
  );
}

type WaitingProps = { error: Error | null; isTrying: boolean; onTryAgain: () => unknown };

function Waiting({ error, isTrying, onTryAgain }: WaitingProps) {
  return (
    <Sheet title={say('API key')}>
      {error === null ? (
        <ListSkeleton rows={4} />
      ) : (
        <ErrorState
          title={say('Failed to load your API access')}
          onTryAgain={() => void onTryAgain()}
          isTrying={isTrying}
        >
          {sentenceOf(error)} {say('Your key still works.')}
        </ErrorState>
      )}
    </Sheet>
  );
}

/** Base URLs of the live API and of the test environment. */
function TestEnvironment({ access: { baseUrl, testEnvironmentUrl } }: { access: ApiAccess }) {
  const isTest = testEnvironmentUrl === baseUrl;
  return (
    <Sheet
      title={say('Addresses')}
      isPadded
      action={<GuideLink to="testing">{say('About testing')}</GuideLink>}
    >
      <div className="stack">
        <Address
          label={say('Base URL')}
          url={baseUrl}
          help={isTest ? say('Moves no real money') : undefined}
        />
        {testEnvironmentUrl !== undefined && !isTest && (
          <Address
            label={say('Base URL of the test environment')}
            url={testEnvironmentUrl}
            help={say('Moves no real money')}
          />
        )}
      </div>
    </Sheet>
  );
}

function Address({ label, url, help }: { label: string; url: string; help?: string }) {
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <div className="with-copy">
          <input {...wiring} className="input" type="text" readOnly value={url} />
          <CopyButton small text={url} label={say('Copy {what}', { what: label })} said={say('Copied!')}>
            {say('Copy')}
          </CopyButton>
        </div>
      )}
    </Field>
  );
}

/** The endpoints that most tills need, each with a command to try it. */
function EndpointList({ access }: { access: ApiAccess }) {
  return (
    <Sheet
      title={say('Common endpoints')}
      action={<GuideLink to="vouchers">{say('About vouchers')}</GuideLink>}
    >
      <ul className="endpoints">
        {endpointExamples(access).map((example) => (
          <li key={example.path}>
            <Endpoint {...example} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Endpoint({ method, path, does, curl }: EndpointExample) {
  return (
    <details>
      <summary>
        <span>
          <code className="endpoint-path">
            <b>{method}</b> {path}
          </code>
          <span className="tiny muted">{say(does)}</span>
        </span>
        <Icon of={ChevronDown} />
      </summary>
      <div className="stack-2">
        <pre className="snippet">{curl}</pre>
        <div>
          <CopyButton
            text={curl}
            small
            label={say('Copy the example of {call}', { call: `${method} ${path}` })}
            said={say('Copied!')}
          >
            {say('Copy')}
          </CopyButton>
        </div>
      </div>
    </details>
  );
}

/** Makes a shell command for each common endpoint. The shell must set `SECRET` and, for some endpoints, `CODE`. */
export function endpointExamples({
  apiKey,
  baseUrl,
}: Pick<ApiAccess, 'apiKey' | 'baseUrl'>): EndpointExample[] {
  return CALLS.map(({ called, body, ...call }) => {
    const send = call.method === 'POST' ? '-X POST ' : '';
    const lines = [
      `curl -sS ${send}"${baseUrl}${called}"`,
      `  -u "${apiKey}:$SECRET"`,
      ...(body === undefined
        ? []
        : [`  -H "Idempotency-Key: $(uuidgen)"`, `  -H 'Content-Type: application/json'`, `  -d '${body}'`]),
    ];
    return { ...call, curl: lines.join(' \\\n') };
  });
}
