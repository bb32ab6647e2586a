import type { Trend } from '@zawadi/contract/wallets';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { trendDirection } from './trend-text.ts';

const ICONS = { up: TrendingUp, down: TrendingDown, level: Minus } as const;

/** A figure's way since last month. The words say what the arrow shows. */
export function TrendLine({ trend, text }: { trend: Trend; text: string }) {
  return (
    <span className="trend">
      <Icon of={ICONS[trendDirection(trend)]} />
      {text}
    </span>
  );
}
