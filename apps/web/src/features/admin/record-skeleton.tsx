import { FactsSkeleton } from '../../ui/skeleton.tsx';

/** The two columns of a record while it loads. */
export function RecordSkeleton() {
  return (
    <div className="cols">
      <FactsSkeleton rows={9} />
      <FactsSkeleton isQuiet />
    </div>
  );
}
