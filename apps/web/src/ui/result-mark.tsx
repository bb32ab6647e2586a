import { Check, Clock, X } from 'lucide-react';
import { Icon } from './icon.tsx';
import './result-mark.css';
import '../styles/progress-layer.css';

const marks = {
  completed: { icon: Check, className: '' },
  pending: { icon: Clock, className: 'bg-warn-soft text-warn' },
  canceled: { icon: X, className: 'bg-danger-soft text-danger' },
} as const;

/**
 * Mark above a result: a square on its corner. Hidden from screen readers, because the words below it have the same
 * meaning.
 */
export function ResultMark({ of }: { of: keyof typeof marks }) {
  const { icon, className } = marks[of];
  return (
    <span className={`result-mark ${className}`}>
      <Icon of={icon} />
    </span>
  );
}
