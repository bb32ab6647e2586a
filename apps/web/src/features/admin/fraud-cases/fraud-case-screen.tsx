import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { readFraudCase, type FraudCaseDetail } from '@zawadi/contract/fraud-cases';
import type { DeskAlert } from '@zawadi/contract/fraud-desk';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { OUTCOME_WORDS, RULE_WORDS } from '../fraud/fraud-words.ts';
import { SubjectName } from '../fraud/subject-name.tsx';
import { WorkActions } from '../fraud/work-actions.tsx';
import { WorkHistory } from '../fraud/work-history.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseStatus } from './case-status.tsx';
import { useCaseWork } from './case-work.ts';
import '../fraud/fraud-desk.css';

const CASES: ListLink = { to: '/admin/fraud-cases', label: 'Fraud cases' };

type CaseProps = { of: FraudCaseDetail };

/** One case: its subject, alerts, reports and history, and the work on it. */
export function FraudCaseScreen() {
  const { caseId } = useParams({ from: '/admin/fraud-cases/$caseId' });
  const query = useQuery({
    queryKey: adminQueryKeys.fraudCase(caseId),
    queryFn: ({ signal }) => call(readFraudCase, { params: { caseId }, signal }),
  });
  return (
    <DetailScreen
      query={query}
      title="Case"
      list={CASES}
      missing={{ title: 'There is no such case', text: 'No case has this ID.', all: 'All open cases' }}
      failed={{ title: 'Failed to load this case', text: 'No case is lost.' }}
    >
      {(found) => <Detail of={found} />}
    </DetailScreen>
  );
}

function Detail({ of }: CaseProps) {
  const { caseId, number, about, status, closed, events } = of;
  const work = useCaseWork(of);
  return (
    <>
      <PageTitle
        title={`Case ${number}: ${about.name}`}
        above={<BackLink {...CASES} />}
        aside={work !== undefined && <WorkActions work={work} />}
      >
        <CaseStatus status={status} />
      </PageTitle>
      {closed === undefined ? (
        <Alert tone="warn">Telling the person or shop about a case or a report is an offence.</Alert>
      ) : (
        <Alert>
          <b className="strong">{OUTCOME_WORDS[closed.outcome]}.</b> Closed by {closed.by},{' '}
          <Time at={closed.at} isMidSentence />.
        </Alert>
      )}
      <div className="cols">
        <div className="stack-5">
          <CaseFacts of={of} />
          <CaseAlerts alerts={of.alerts} />
          <CaseReports of={of} />
        </div>
        <div className="stack-5">
          <WorkHistory of={{ kind: 'fraud-case', id: caseId }} events={events} work={work} />
          <AuditLink subjectKind="fraud-case" subjectId={caseId} />
        </div>
      </div>
    </>
  );
}

function CaseFacts({ of: { about, openedAt, openedBy, assignedTo } }: CaseProps) {
  return (
    <Sheet title="Case" isPadded>
      <Facts
        facts={[
          { label: 'About', value: <SubjectName about={about} /> },
          { label: 'Opened', value: <Time at={openedAt} /> },
          { label: 'Opened by', value: openedBy },
          { label: 'Assigned to', value: assignedTo?.name ?? 'Not assigned' },
        ]}
      />
    </Sheet>
  );
}

function CaseAlerts({ alerts }: { alerts: DeskAlert[] }) {
  return (
    <Sheet title={alerts.length === 0 ? 'Alerts' : `Alerts (${alerts.length.toLocaleString('en-KE')})`}>
      {alerts.length === 0 && (
        <p className="pad small muted">
          None yet. While the case is open, alerts about the same subject join it.
        </p>
      )}
      <ul className="moves fraud-list">
        {alerts.map(({ alertId, rule, description, severity, raisedAt, closed }) => (
          <li key={alertId}>
            <div className="what">
              <Link to="/admin/fraud-alerts/$alertId" params={{ alertId }}>
                {RULE_WORDS[rule]}
              </Link>
              <div className="small muted">{description}</div>
              <div className="when">
                {closed === undefined ? 'Open' : OUTCOME_WORDS[closed.outcome]} · <Time at={raisedAt} />
              </div>
            </div>
            <div className="side">
              <SeverityBadge severity={severity} />
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
