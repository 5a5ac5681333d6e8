import { z } from 'zod';
import { keep, recall } from './kept.ts';

/** How the user likes a list: its columns and its saved views, kept per profile and user. */

export const listLayout = z.object({
  /** The columns that are shown, in their order; absent: the contract's. */
  columns: z.array(z.string()).optional(),
  /** Widths in CSS pixels. */
  widths: z.record(z.string(), z.number()).default({}),
  /** Columns that stay while the others scroll, beside the first. */
  pinned: z.array(z.string()).default([]),
  /** As cards, where the kind has them, or as a table. */
  look: z.enum(['gallery', 'table']).default('gallery').catch('gallery'),
  views: z.array(z.object({ name: z.string(), search: z.string(), isDefault: z.boolean() })).default([]),
});
export type ListLayout = z.infer<typeof listLayout>;
export type SavedView = ListLayout['views'][number];

export const plainLayout: ListLayout = listLayout.parse({});

const keyOf = (group: string) => `list/${group}`;

export async function recallLayout(group: string): Promise<ListLayout> {
  return (await recall(keyOf(group), listLayout)) ?? plainLayout;
}

export function keepLayout(group: string, layout: ListLayout): void {
  keep(keyOf(group), layout);
}

/** Keeps a view under a name; the same name again replaces it. At most one view is the default. */
export function saveView(layout: ListLayout, view: SavedView): ListLayout {
  const others = layout.views.filter(({ name }) => name !== view.name);
  return { ...layout, views: [...(view.isDefault ? others.map((other) => ({ ...other, isDefault: false })) : others), view] };
}

export const dropView = (layout: ListLayout, name: string): ListLayout => ({ ...layout, views: layout.views.filter((view) => view.name !== name) });

