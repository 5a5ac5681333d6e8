import type { NodeExecution, Tokens } from '../../../../../shared/contract/workflow-runs.ts';
import type { Core } from '../../../core.ts';
import type { Caller } from '../../../domain.ts';

/** What a kind of node is given when it runs, and what it comes to. */

export type Data = Readonly<Record<string, unknown>>;

export interface Occasion {
  readonly core: Core;
  readonly caller: Caller;
  /** The node's title, in messages. */
  readonly title: string;
  /** As the graph has it. */
  readonly data: Data;
  readonly input: unknown;
  readonly timeout_ms: number;
  /** Aborted by cancelling, by the node's own limit and by the run's. */
  readonly signal: AbortSignal;
  /** JSONata over the input, which sees `$nodes`, `$item`, `$index` and `$run`. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** The value with its templates filled in. */
  readonly fill: (value: unknown) => unknown;
  /** A model says more. */
  readonly say: (text: string) => void;
  /** What JavaScript's `main(input)` comes to, in a sandbox. */
  readonly runSnippet: (source: string, input: unknown) => Promise<unknown>;
  /** The answer of another workflow. Throws {@link Waits} where that waits for somebody. */
  readonly runWorkflow: (workflow_id: string, version_id: string | undefined, data: unknown) => Promise<unknown>;
}

export interface Result {
  readonly output: unknown;
  /** The way that is taken, where there is more than one. */
  readonly handle?: string | undefined;
  readonly tokens?: Tokens | undefined;
}

/** Thrown by a node that cannot end before somebody has answered. */
export class Waits extends Error {
  readonly waits_for: NonNullable<NodeExecution['waits_for']>;
  readonly question: object | undefined;
  constructor(waits_for: NonNullable<NodeExecution['waits_for']>, question?: object) {
    super(`Waits for ${waits_for}`);
    this.waits_for = waits_for;
    this.question = question;
  }
}

export type Kind = (occasion: Occasion) => Promise<Result>;

/** A text with something in it. */
export const given = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
