import { say } from '../i18n/say.ts';

type BoneProps = { width?: string; height?: string; radius?: string };

/** Grey shape with the size of the content that is loading. */
export function SkeletonBlock({ width = '100%', height = '0.9375rem', radius }: BoneProps) {
  return <span className="bone" style={{ width, height, borderRadius: radius }} />;
}

/**
 * Skeleton of labels and values in a sheet. Its widths are percentages, because fixed widths would widen a narrow page.
 * @param props.isQuiet whether screen readers skip it, because a skeleton next to it is announced
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
