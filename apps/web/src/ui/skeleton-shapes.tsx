import { say } from '../i18n/say.ts';
import { SkeletonBlock } from './skeleton.tsx';

const LENGTHS = ['70%', '85%', '60%', '78%', '66%'] as const;

/** Skeleton of a list, with rows of the same height as loaded ones. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      <p className="sr">{say('Loading...')}</p>
      <ul className="moves" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row}>
            <SkeletonBlock width="40px" height="40px" radius="8px" />
            <div className="stack-2">
              <SkeletonBlock width={LENGTHS[row % LENGTHS.length] ?? '70%'} />
              <SkeletonBlock width="42%" height="0.6875rem" />
            </div>
            <div className="side">
              <SkeletonBlock width="4.5rem" />
              <SkeletonBlock width="3.5rem" height="0.6875rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Skeleton of a form: labels above empty frames. */
export function FieldsSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, field) => (
    <div key={field} className="stack-2">
      <SkeletonBlock width="6rem" height="0.6875rem" />
      <span className="bone-frame" />
    </div>
  ));
}

const BARS = ['38%', '62%', '30%', '78%', '52%', '92%'] as const;

/** Skeleton of a bar chart. */
export function ChartSkeleton() {
  return (
    <div className="bone-chart">
      {BARS.map((height) => (
        <SkeletonBlock key={height} {...{ height }} radius="3px 3px 0 0" />
      ))}
    </div>
  );
}
