import { Link } from '@tanstack/react-router';
import { Alert } from '../../../ui/alert.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

/** What a person still has to look at, before anything else is done about the payment. */
export function OpenCases({ reviews }: Pick<TransactionDetail, 'reviews'>) {
  return reviews
    .filter(({ isOpen }) => isOpen)
    .map(({ reviewId, text }) => (
      <Alert key={reviewId} tone="warn">
        <p>
          <b className="strong">{text}.</b> This case is open.
        </p>
        <Link to="/admin/transactions/reviews">Go to the review queue</Link>
      </Alert>
    ));
}
