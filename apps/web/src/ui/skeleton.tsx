import { say } from '../i18n/say.ts';

type BoneProps = { width?: string; height?: string; radius?: string };

/** A grey shape with the size of what will come. */
export function SkeletonBlock({ width = '100%', height = '0.9375rem', radius }: BoneProps) {
  return <span className="bone" style={{ width, height, borderRadius: radius }} />;
}

const ROWS = ['70%', '85%', '60%', '78%', '66%'] as const;

/** Rows of a list while they load, as high as the rows themselves. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      <p className="sr">{say('Loading...')}</p>
      <ul className="moves" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row}>
            <SkeletonBlock width="2.5rem" height="2.5rem" radius="8px" />
            <div className="stack-2">
              <SkeletonBlock width={ROWS[row % ROWS.length] ?? '70%'} />
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
