import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listFraudCases } from '@zawadi/contract/fraud-cases';
import type { FraudSubject } from '@zawadi/contract/fraud-desk';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useRights } from '../use-rights.ts';
import { useAdministrator } from '../../session/session.tsx';
import { CaseStatus } from './case-status.tsx';
import { OpenCase, type CaseAbout } from './open-case.tsx';
import '../fraud/fraud-desk.css';

const SHOWN = 5;

type About =
  | { kind: 'merchant'; merchantCode: string; name: string }
  | { kind: 'user'; userId: string; name: string }
  | Extract<FraudSubject, { kind: 'administrator' }>;

/** The cases about a merchant, a consumer or an administrator, and a button that opens one if none is open. */
export function CasesAbout({ about }: { about: About }) {
  const { mayQueryAndResend } = useRights();
  const self = useAdministrator();
  const [isAsking, setAsking] = useState(false);
  const subject = subjectOf(about);
  const { kind: _kind, ...of } = subject;
  const query = { ...of, status: 'all', limit: SHOWN } as const;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.fraudCaseList(query),
    queryFn: ({ signal }) => call(listFraudCases, { query, signal }),
  });
  const isAboutSelf = about.kind === 'administrator' && about.administratorId === self.administratorId;
  const mayOpen =
    mayQueryAndResend && !isAboutSelf && data?.cases.every(({ status }) => status === 'closed') === true;
  return (
    <Sheet
      title="Cases"
      action={
        mayOpen && (
          <Button variant="quiet" small onClick={() => setAsking(true)}>
            Open a case…
          </Button>
        )
      }
    >
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data === undefined && error !== null && (
        <LoadFailure title="Failed to load the cases" of={{ error, isFetching, refetch }} />
      )}
      {data?.cases.length === 0 && <p className="pad small muted">None.</p>}
      <ul className="moves fraud-list">
        {data?.cases.map(({ caseId, number, status, openedAt, assignedTo }) => (
          <li key={caseId}>
            <div className="what">
              <Link to="/admin/fraud-cases/$caseId" params={{ caseId }}>
                Case {number}
              </Link>
              <div className="when">
                {assignedTo?.name ?? 'Not assigned'} · <Time at={openedAt} />
              </div>
            </div>
            <div className="side">
              <CaseStatus status={status} />
            </div>
          </li>
        ))}
      </ul>
      {isAsking && (
        <OpenCase
          about={subject}
          title={`Open a case about ${about.name}?`}
          onClose={() => setAsking(false)}
        />
      )}
    </Sheet>
  );
}

function subjectOf(about: About): Exclude<CaseAbout, { kind: 'contact' }> {
  if (about.kind === 'merchant') return { kind: 'merchant', merchantCode: about.merchantCode };
  if (about.kind === 'user') return { kind: 'user', userId: about.userId };
  return { kind: 'administrator', administratorId: about.administratorId };
}
