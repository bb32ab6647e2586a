import { Link } from '@tanstack/react-router';

/** Leads from the page of something to what administrators did about it. */
export function AuditLink({ subjectKind, subjectId }: { subjectKind: string; subjectId: string }) {
  return (
    <p className="small">
      <Link to="/admin/settings/audit" search={{ subjectKind, subjectId }}>
        What administrators did about it
      </Link>
    </p>
  );
}
