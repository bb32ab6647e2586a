import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './trend-up.css';

/** Note on a figure that has increased: green, with an arrow. A decrease has no such note. */
export function TrendUp({ children }: { children: ReactNode }) {
  return (
    <span className="trend-up">
      <Icon of={TrendingUp} />
      {children}
    </span>
  );
}
