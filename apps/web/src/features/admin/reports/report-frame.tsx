import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Sheet } from '../../../ui/sheet.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { ChartSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';

type ReportFrameProps<Report> = {
  report: UseQueryResult<Report>;
  children: (report: Report) => ReactNode;
};

/** A report, or its skeleton or error until it has loaded. */
export function ReportFrame<Report>({ report, children }: ReportFrameProps<Report>) {
  if (report.data !== undefined) return children(report.data);
  if (report.isError) {
    return (
      <Sheet>
        <LoadFailure of={report}>The books themselves are not affected.</LoadFailure>
      </Sheet>
    );
  }
  return (
    <div className="stack-5" aria-busy="true">
      <div className="sheet pad">
        <ChartSkeleton />
      </div>
      <FactsSkeleton rows={6} />
    </div>
  );
}
