import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './trend-up.css';

/** The note of a figure that has increased: green, with an arrow. A decrease needs none. */
export function TrendUp({ children }: { children: ReactNode }) {
  return (
    <span className="trend-up">
      <Icon of={TrendingUp} />
      {children}
    </span>
  );
}
