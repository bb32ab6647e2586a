import { BarChart, ChartKey } from '../../../ui/bar-chart.tsx';
import type { Bar } from '../../../ui/bar-chart.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

type ReportChartProps = { title: string; labels: readonly string[]; bars: readonly Bar[] };

/** Bar chart of a report; a table below it shows the same figures. */
export function ReportChart({ title, labels, bars }: ReportChartProps) {
  return (
    <Sheet title={title} action={<ChartKey labels={labels} />} className="chart-sheet">
      <BarChart bars={bars} />
    </Sheet>
  );
}
