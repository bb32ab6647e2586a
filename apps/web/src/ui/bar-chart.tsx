import type { CSSProperties, ReactNode } from 'react';
import './chart.css';

const STEPS = [2, 4, 10] as const;

export type Bar = {
  key: string;
  /** Text below the bar. */
  label: string;
  /** Height of the bar in each series; one or two series. */
  figures: readonly number[];
  /** Highlights the bar, and shows its first figure above it. */
  isNow?: boolean;
};

/** The most labels that fit below a chart; the last bar always has one. */
const MOST_LABELS = 6;
/** Up to this number, bars are wide enough for their labels. */
const FEW_BARS = 12;
/** Characters that fit in a row on a phone, and the width of a capital letter in such characters. */
const PHONE_SYMBOLS = 36;
const CAPITAL = 1.4;

type BarChartProps = { bars: readonly Bar[] };

/**
 * Bar chart of one or two series, which also differ in texture. Hidden from screen readers, so put a table with the
 * same figures next to it.
 */
export function BarChart({ bars }: BarChartProps) {
  return <Panel bars={bars} symbols={scaleSymbols(bars)} />;
}

/**
 * Two charts on one time axis, each with its own scale. The upper one is solid; the lower one is less high and woven.
 */
export function PairedCharts({ upper, lower }: Record<'upper' | 'lower', readonly Bar[]>) {
  const symbols = Math.max(scaleSymbols(upper), scaleSymbols(lower));
  return (
    <>
      <Panel bars={upper} symbols={symbols} part="upper" />
      <Panel bars={lower} symbols={symbols} part="lower" />
    </>
  );
}

/** Returns the width of the scale's labels, in characters. */
function scaleSymbols(bars: readonly Bar[]): number {
  return figureText(topOf(bars)).length;
}

function topOf(bars: readonly Bar[]): number {
  return chartTop(Math.max(0, ...bars.flatMap(({ figures }) => figures)));
}

type PanelProps = BarChartProps & { symbols: number; part?: 'upper' | 'lower' };

function Panel({ bars, symbols, part }: PanelProps) {
  const top = topOf(bars);
  const every = Math.ceil(bars.length / MOST_LABELS);
  const onPhones = barsLabelledOnPhones(bars);
  return (
    <div
      className="chart"
      data-part={part}
      data-is-dense={bars.length > FEW_BARS || undefined}
      style={{ '--bars': bars.length, '--scale': `${symbols}ch` } as CSSProperties}
      aria-hidden="true"
    >
      <div className="chart-grid">
        {[0, top / 2, top].map((figure) => (
          <i
            key={figure}
            style={{ '--at': `${(figure / top) * 100}%` } as CSSProperties}
            data-v={figureText(figure)}
          />
        ))}
      </div>
      {bars.map((bar, index) => (
        <OneBar
          key={bar.key}
          bar={bar}
          top={top}
          isWoven={part === 'lower'}
          isLabelled={part !== 'upper' && (bars.length - 1 - index) % every === 0}
          isLabelledOnPhones={part !== 'upper' && onPhones.has(bar)}
        />
      ))}
    </div>
  );
}

/** Legend of the textures; the second texture is woven. */
export function ChartKey({ labels }: { labels: readonly string[] }) {
  return (
    <p className="key" aria-hidden="true">
      {labels.map((label, index) => (
        <span key={label}>
          <i className={index === 0 ? undefined : 'woven'} />
          {label}
        </span>
      ))}
    </p>
  );
}

/** Reserves the space of a chart that is missing or still loading. */
export function ChartPlace({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <div className="chart-missing" aria-busy={isBusy}>
      {children}
    </div>
  );
}

/** Returns the bars that have a label on phones: the highlighted bar, and as many others as fit. */
export function barsLabelledOnPhones(bars: readonly Bar[]): Set<Bar> {
  const longest = Math.max(0, ...bars.map(({ label }) => symbolsOf(label)));
  const most = Math.max(1, Math.floor(PHONE_SYMBOLS / (longest + 2)));
  const every = Math.ceil(bars.length / most);
  const first = bars.findIndex(({ isNow }) => isNow);
  const anchor = first === -1 ? bars.length - 1 : first;
  return new Set(bars.filter((_bar, index) => (index - anchor) % every === 0));
}

function symbolsOf(label: string): number {
  const capitals = label.match(/\p{Lu}/gu)?.length ?? 0;
  return label.length + capitals * (CAPITAL - 1);
}

type OneBarProps = {
  bar: Bar;
  top: number;
  isWoven: boolean;
  isLabelled: boolean;
  isLabelledOnPhones: boolean;
};

function OneBar({ bar, top, isWoven, isLabelled, isLabelledOnPhones }: OneBarProps) {
  const [first = 0, second] = bar.figures;
  const height = (figure: number) => ({ '--v': `${barPercent(figure, top)}%` }) as CSSProperties;
  return (
    <div className={bar.isNow ? 'chart-bar now' : 'chart-bar'} data-series={second === undefined ? 1 : 2}>
      <b
        className={isWoven ? 'woven' : undefined}
        style={height(first)}
        data-v={bar.isNow ? figureText(first) : undefined}
      />
      {second !== undefined && <s style={height(second)} />}
      {isLabelled && <em className="on-desks">{bar.label}</em>}
      {isLabelledOnPhones && <em className="on-phones">{bar.label}</em>}
    </div>
  );
}

function figureText(figure: number): string {
  return figure.toLocaleString('en-KE');
}

/** Returns the top of a scale: a round number, at least 100, whose half is also a whole number. */
export function chartTop(highest: number): number {
  for (let magnitude = 50; ; magnitude *= 10)
    for (const step of STEPS) if (magnitude * step >= highest) return magnitude * step;
}

/** Returns the height of a bar in percent of the scale. A figure above zero is always visible. */
export function barPercent(figure: number, top: number): number {
  return figure === 0 ? 0 : Math.max(1, Math.round((figure / top) * 1000) / 10);
}
