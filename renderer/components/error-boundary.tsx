import { Button } from '@blueprintjs/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { report } from '../state/problems.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorBoundaryProps {
  /** The part of the window, in the user's words. */
  readonly where: string;
  readonly children: ReactNode;
}

/** Keeps a fault of one part of the window in that part. What was typed is kept as a draft and comes back with a reload. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly fault: Error | null }> {
  override state: { readonly fault: Error | null } = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  override componentDidCatch(fault: unknown, { componentStack }: ErrorInfo) {
    const { message, stack } = fault instanceof Error ? fault : new Error(String(fault));
    report(this.props.where, message, `${stack ?? message}\n${componentStack ?? ''}`);
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <EmptyState
        title={`${this.props.where} stopped working`}
        text={`${fault.message}. The rest of Trellis goes on, and what you typed is kept as a draft.`}
        actions={<Button text="Reload this part" intent="primary" onClick={() => this.setState({ fault: null })} />}
      />
    );
  }
}
