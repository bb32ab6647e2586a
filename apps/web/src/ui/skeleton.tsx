import { say } from '../i18n/say.ts';

type BoneProps = { width?: string; height?: string; radius?: string };

/** A grey shape with the size of the loaded content. */
export function SkeletonBlock({ width = '100%', height = '0.9375rem', radius }: BoneProps) {
  return <span className="bone" style={{ width, height, borderRadius: radius }} />;
}

/**
 * Names and values in a sheet while they load; `isQuiet` next to another skeleton that is announced. Lengths are
 * percentages: fixed ones would widen a narrow page.
 */
export function FactsSkeleton({ rows = 5, isQuiet = false }: { rows?: number; isQuiet?: boolean }) {
  return (
    <div className="sheet pad" aria-busy="true">
      {!isQuiet && <p className="sr">{say('Loading...')}</p>}
      <ul className="facts" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <li key={row}>
            <SkeletonBlock width="32%" />
            <SkeletonBlock width={`${28 + ((row * 3) % 5) * 5}%`} />
          </li>
        ))}
      </ul>
    </div>
  );
}
