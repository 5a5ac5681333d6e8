import type { ReactNode } from 'react';

/** A part of a pane under its title. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => <section aria-label={title}><h3>{title}</h3>{children}</section>;
