import { Fragment } from 'react';
import type { ApiRequest } from '@zawadi/contract/merchant-api-access';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { say, translated } from '../../../i18n/say.ts';

/** One API request: its key, request body and answer. */
export function RequestDialog({ request, onClose }: { request: ApiRequest; onClose: () => void }) {
  const { id, at, method, path, status, code, durationMs, address } = request;
  const { keyName, idempotencyKey, sent, answered, omittedAfter, notice } = request;
  const isQuery = method === 'GET';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${method} ${path}`}
      actions={
        <>
          <CopyButton text={id} label={say('Copy request ID')} said={say('Copied!')}>
            {say('Copy request ID')}
          </CopyButton>
          <Button onClick={onClose}>{say('Close')}</Button>
        </>
      }
    >
      <Facts
        facts={[
          {
            label: say('Answer'),
            value: (
              <span className={`status ${toneOf(status)}`}>
                {status} {code !== undefined && <a href={`/developers/errors#${code}`}>{code}</a>}
              </span>
            ),
          },
          { label: say('Time'), value: exactTimeText(new Date(at)) },
          { label: say('API key'), value: keyName === undefined ? say('Not recorded') : translated(keyName) },
          idempotencyKey !== undefined && {
            label: 'Idempotency-Key',
            value: <span className="break">{idempotencyKey}</span>,
          },
          { label: say('Address'), value: address },
          { label: say('Duration'), value: `${durationMs.toLocaleString('en-KE')} ms` },
          { label: say('Request ID'), value: <span className="break">{id}</span> },
          omittedAfter !== undefined && {
            label: say('In the same second'),
            value: say('{count} more calls, not listed', { count: omittedAfter }),
          },
        ]}
      />
      {notice !== undefined && (
        <Alert tone="warn">
          <p>
            {say(
              'This call gave no amount, which means the whole value. Give an amount, or "all": from version 0.2 on, we refuse such calls.',
            )}{' '}
            <a href="/developers/versions#deprecated">{say('What to change')}</a>
          </p>
        </Alert>
      )}
      {status === 401 && (
        <p className="small muted">
          {say(
            'The secret did not match the key, or the key or your account was not active. We keep nothing else of such a call.',
          )}
        </p>
      )}
      {sent !== undefined && <Body title={isQuery ? say('Query') : say('Body')} json={sent} />}
      {answered !== undefined && <Body title={say('Answer')} json={answered} />}
      {(sent !== undefined || answered !== undefined) && (
        <p className="tiny muted">{say('The log shows *** instead of secrets, personal data and texts.')}</p>
      )}
    </Dialog>
  );
}

function Body({ title, json }: { title: string; json: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre className="snippet">{indented(json)}</pre>
    </>
  );
}

/** Indents JSON. A long body was cut off in the log and is no longer valid JSON; it stays as it is. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{4}([0-9a-f]{8})/gu;

/** An API request's method and path, with shortened ids. A long path wraps only before a slash. */
export function CallPath({ method, path }: Pick<ApiRequest, 'method' | 'path'>) {
  const segments = path.replaceAll(UUID, '…$1').split(/(?=\/)/u);
  return (
    <>
      <b>{method}</b>{' '}
      {segments.map((segment, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a path is not reordered, and its segments repeat
        <Fragment key={index}>
          <wbr />
          <span>{segment}</span>
        </Fragment>
      ))}
    </>
  );
}

export function toneOf(status: number): 'success' | 'warn' | 'danger' {
  if (status < 400) return 'success';
  return status < 500 ? 'warn' : 'danger';
}
