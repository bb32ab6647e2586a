import { Link } from '@tanstack/react-router';
import type { FraudSubject } from '@zawadi/contract/fraud-desk';
import { StatusBadge } from '../../../ui/badge.tsx';
import { STATUS_WORDS } from '../merchants/merchant-status.ts';
import { UserStatus } from '../users/user-status.tsx';
import './fraud-desk.css';

/** Name of the person or shop that an alert or a case is about, with its state and a link to its page. */
export function SubjectName({ about }: { about: FraudSubject }) {
  if (about.kind === 'administrator') return <Link to="/admin/settings/administrators">{about.name}</Link>;
  if (about.kind === 'user') {
    return (
      <span className="fraud-subject">
        <Link to="/admin/users/$userId" params={{ userId: about.userId }}>
          {about.name}
        </Link>
        <UserStatus status={about.status} isQuiet />
      </span>
    );
  }
  return (
    <span className="fraud-subject">
      <Link to="/admin/merchants/$merchantCode" params={{ merchantCode: about.merchantCode }}>
        {about.name}
      </Link>
      <StatusBadge status={STATUS_WORDS[about.status]} />
    </span>
  );
}
