import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { readDeskAlert, type DeskAlertDetail, type FraudSubject } from '@zawadi/contract/fraud-desk';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { timeText } from '../../../ui/time-text.ts';
import { Time } from '../../../ui/time.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { CasesAbout } from '../fraud-cases/cases-about.tsx';
import { AlertEvidence } from './alert-evidence.tsx';
import { useAlertWork } from './alert-work.ts';
import { OUTCOME_WORDS, RULE_WORDS } from './fraud-words.ts';
import { SubjectName } from './subject-name.tsx';
import { WorkActions } from './work-actions.tsx';
import { WorkHistory } from './work-history.tsx';
import './fraud-desk.css';

const DESK: ListLink = { to: '/admin/fraud-alerts', label: 'Fraud desk' };

type DetailProps = { alert: DeskAlertDetail };

/** One alert: its evidence, its subject, the possible actions and its history. */
export function FraudAlertScreen() {
  const { alertId } = useParams({ from: '/admin/fraud-alerts/$alertId' });
  const query = useQuery({
    queryKey: adminQueryKeys.deskAlert(alertId),
    queryFn: ({ signal }) => call(readDeskAlert, { params: { alertId }, signal }),
  });
  return (
    <DetailScreen
      query={query}
      title="Fraud alert"
      list={DESK}
      missing={{ title: 'There is no such alert', text: 'No alert has this ID.', all: 'All open alerts' }}
      failed={{ title: 'Failed to load this alert', text: 'No alert is lost.' }}
    >
      {(alert) => <Detail alert={alert} />}
    </DetailScreen>
  );
}

function Detail({ alert }: DetailProps) {
  const { alertId, rule, description, about, raisedAt, events } = alert;
  const work = useAlertWork(alert);
  return (
    <>
      <PageTitle
        title={`${RULE_WORDS[rule]}: ${about.name}`}
        above={<BackLink {...DESK} />}
        aside={work !== undefined && <WorkActions work={work} />}
      >
        {description}
      </PageTitle>
      <State alert={alert} />
      <div className="cols">
        <div className="stack-5">
          <AlertFacts alert={alert} />
          <AlertEvidence alert={alert} />
        </div>
        <div className="stack-5">
          <NextSteps alert={alert} />
          <CasesAbout about={about} />
          <WorkHistory
            of={{ kind: 'fraud-alert', id: alertId }}
            first={{ key: 'raised', state: 'done', title: 'Raised', time: timeText(new Date(raisedAt)) }}
            events={events}
            work={work}
          />
          <AuditLink subjectKind="fraud-alert" subjectId={alertId} />
        </div>
      </div>
    </>
  );
}

/** Shows that the alert is closed, or that the signed-in administrator may not work on it. */
function State({ alert: { closed, mayWork } }: DetailProps) {
  return (
    <>
      {closed !== undefined && (
        <Alert
          tone={({ confirmed: 'danger', false_alarm: 'success', unclear: 'info' } as const)[closed.outcome]}
        >
          <b className="strong">{OUTCOME_WORDS[closed.outcome]}.</b> Closed by {closed.by},{' '}
          <Time at={closed.at} isMidSentence />.
        </Alert>
      )}
      {!mayWork && (
        <Alert tone="warn">This alert is about what you did. Another administrator must look at it.</Alert>
      )}
    </>
  );
}

function AlertFacts({ alert }: DetailProps) {
  const { about, severity, raisedAt, assignedTo, acknowledged, otherAlerts } = alert;
  return (
    <Sheet title="Alert" isPadded>
      <Facts
        facts={[
          { label: 'About', value: <SubjectName about={about} /> },
          { label: 'Severity', value: <SeverityBadge severity={severity} /> },
          { label: 'Raised', value: <Time at={raisedAt} /> },
          { label: 'Assigned to', value: assignedTo?.name ?? 'Not assigned' },
          acknowledged !== undefined && {
            label: 'Seen by the merchant',
            value: (
              <>
                {acknowledged.by}, <Time at={acknowledged.at} isMidSentence />
              </>
            ),
          },
          otherAlerts > 0 && {
            label: 'Other alerts about it',
            value: <OtherAlerts about={about} count={otherAlerts} />,
          },
        ]}
      />
    </Sheet>
  );
}

function OtherAlerts({ about, count }: { about: FraudSubject; count: number }) {
  const text = count.toLocaleString('en-KE');
  const state = 'all' as const;
  if (about.kind === 'merchant') {
    return (
      <Link to="/admin/fraud-alerts" search={{ merchantCode: about.merchantCode, state }}>
        {text}
      </Link>
    );
  }
  const search = about.kind === 'user' ? { userId: about.userId, state } : { search: about.name, state };
  return (
    <Link to="/admin/fraud-alerts" search={search}>
      {text}
    </Link>
  );
}

/** Links to actions that stop a person or a shop. */
function NextSteps({ alert: { about, raisedAt, transactions } }: DetailProps) {
  const day = nairobiDay(new Date(raisedAt));
  return (
    <Sheet title="What can be done" isPadded>
      <ul className="fraud-steps">
        {about.kind === 'merchant' && (
          <>
            <li>
              <Link to="/admin/merchants/$merchantCode" params={{ merchantCode: about.merchantCode }}>
                Suspend the merchant
              </Link>
              <span className="small muted">on its page</span>
            </li>
            <li>
              <Link
                to="/admin/transactions"
                search={{ merchantCode: about.merchantCode, type: 'Redemption', from: day, to: day }}
              >
                All redemptions of that day
              </Link>
            </li>
          </>
        )}
        {about.kind === 'user' && (
          <li>
            <Link to="/admin/users/$userId" params={{ userId: about.userId }}>
              Freeze the user
            </Link>
            <span className="small muted">on the user’s page, with wallet and vouchers</span>
          </li>
        )}
        {about.kind === 'administrator' && (
          <>
            <li>
              <Link to="/admin/settings/administrators">Disable the account</Link>
              <span className="small muted">under Administrators</span>
            </li>
            <li>
              <Link to="/admin/settings/audit" search={{ actorId: about.administratorId }}>
                Everything they did
              </Link>
            </li>
          </>
        )}
        {transactions.length > 0 && (
          <li>
            Freeze a voucher
            <span className="small muted">open one of the transactions on this page</span>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
