import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { readTemplate, type TemplateAddress } from '@zawadi/contract/templates';
import { ArrowLeft } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { Changes } from '../versions/version-list.tsx';
import { MessageEditor } from './message-editor.tsx';
import { CHANNEL_WORDS, describeWording, LANGUAGE_WORDS } from './message-words.ts';
import '../../lists/lists.css';
import '../../lists/section-tabs.css';

const LANGUAGES = ['en', 'sw'] as const;

const HERE = '/admin/settings/messages/$channel/$template/$language';

/** One message in one language: its wording, preview and past changes. */
export function MessageScreen() {
  const { channel, template, language } = useParams({ from: HERE });
  const address: TemplateAddress = {
    channel: channel === 'sms' ? 'sms' : 'email',
    template,
    language: language === 'sw' ? 'sw' : 'en',
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.template(address),
    queryFn: ({ signal }) => call(readTemplate, { params: address, signal }),
  });
  return (
    <>
      <PageTitle
        title={data?.title ?? 'Message'}
        above={
          <Link className="back" to="/admin/settings/messages">
            <Icon of={ArrowLeft} />
            Messages
          </Link>
        }
      >
        {CHANNEL_WORDS[address.channel]}
      </PageTitle>
      <LanguageLinks address={address} />
      {data === undefined && error === null && <FactsSkeleton rows={7} />}
      {data === undefined && error !== null && (
        <Sheet>
          <LoadFailure of={{ error, isFetching, refetch }}>
            Messages still go out with their current words.
          </LoadFailure>
        </Sheet>
      )}
      {data !== undefined && (
        <>
          <WaitingApprovals kind="template-wording" subjectId={subjectOf(address)} />
          {data.needsTwo && (
            <p className="muted">
              A change of these words waits for a second administrator: they are about codes, passwords,
              sign-in or where money goes.
            </p>
          )}
          <MessageEditor key={`${language} ${data.latestVersionId ?? ''}`} state={data} />
          {data.versions.length > 0 && (
            <Changes
              versions={data.versions}
              before={describeWording(null)}
              describe={({ wording }) => describeWording(wording)}
            />
          )}
        </>
      )}
    </>
  );
}

/** Returns the message's subject id, by which approvals refer to it. */
function subjectOf({ channel, template, language }: TemplateAddress): string {
  return `template/${channel}/${template}/${language}`;
}

/** Links to the same message in other languages. */
function LanguageLinks({ address }: { address: TemplateAddress }) {
  return (
    <nav className="section-tabs" aria-label="Language">
      {LANGUAGES.map((language) => (
        <Link
          key={language}
          to="/admin/settings/messages/$channel/$template/$language"
          params={{ ...address, language }}
          replace
        >
          {LANGUAGE_WORDS[language]}
        </Link>
      ))}
    </nav>
  );
}
