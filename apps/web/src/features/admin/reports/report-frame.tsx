import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Bone } from '../../../ui/skeleton.tsx';

type ReportFrameProps<Report> = {
  report: UseQueryResult<Report>;
  children: (report: Report) => ReactNode;
};

/** A report, or what stands in its place until it is there. */
export function ReportFrame<Report>({ report, children }: ReportFrameProps<Report>) {
  if (report.data !== undefined) return children(report.data);
  if (report.isError) {
    return (
      <Sheet>
        <ErrorState
          title={sentenceOf(report.error)}
          onTryAgain={() => void report.refetch()}
          isTrying={report.isFetching}
        >
          The books themselves are not affected.
        </ErrorState>
      </Sheet>
    );
  }
  return (
    <div className="stack-5" aria-busy="true">
      <Bone height="6.5rem" radius="12px" />
      <Bone height="24rem" radius="12px" />
    </div>
  );
}
