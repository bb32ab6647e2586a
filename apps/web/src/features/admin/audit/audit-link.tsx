import { Link } from '@tanstack/react-router';

type AuditLinkProps = { subjectKind: string; subjectId: string; children?: string };

/** Link from a subject's page to its audit entries. */
export function AuditLink({
  subjectKind,
  subjectId,
  children = 'What administrators did about it',
}: AuditLinkProps) {
  return (
    <p className="small">
      <Link to="/admin/settings/audit" search={{ subjectKind, subjectId }}>
        {children}
      </Link>
    </p>
  );
}
