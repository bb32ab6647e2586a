import { FactsSkeleton } from '../../ui/skeleton.tsx';

/** Skeleton of a record's page, which has two columns. */
export function RecordSkeleton() {
  return (
    <div className="cols">
      <FactsSkeleton rows={9} />
      <FactsSkeleton isQuiet />
    </div>
  );
}
