import { useState, type ReactNode } from 'react';

interface PartProps {
  readonly title: string;
  readonly open: boolean;
  readonly children: ReactNode;
}

/** A part of the form. It is open from the start where something is said in it, and stays so when that is taken out. */
export function Part({ title, open, children }: PartProps) {
  const [begun] = useState(open);
  return (
    <details className="definition-part" open={begun}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
