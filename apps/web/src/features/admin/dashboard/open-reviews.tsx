import { Link } from '@tanstack/react-router';
import { Alert } from '../../../ui/alert.tsx';
import { figureText } from '../figure-text.ts';

/** What waits for a person, said before everything else. */
export function OpenReviews({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return (
    <Alert tone="warn">
      <b className="strong">
        {count === 1 ? 'One case waits' : `${figureText(count)} cases wait`} for somebody to decide.
      </b>{' '}
      <Link to="/admin/transactions/reviews" className="nowrap">
        Open the review queue
      </Link>
    </Alert>
  );
}
