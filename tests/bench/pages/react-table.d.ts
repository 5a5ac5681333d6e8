/** What the bench uses of a package that is installed with the other peers, when they are needed. */
declare module '@tanstack/react-table' {
  import type { ReactNode } from 'react';

  interface Column {
    readonly header: string;
    readonly cell: (cell: { getValue(): unknown }) => ReactNode;
  }
  /** A cell or a head. */
  interface Cell {
    readonly id: string;
    readonly column: { readonly columnDef: Column };
    getContext(): object;
  }
  interface TableRow {
    readonly id: string;
    getAllCells(): readonly Cell[];
  }

  export function tableFeatures(features: object): object;
  export function createColumnHelper(): {
    accessor(name: string, column: Column): Column;
    columns(columns: Column[]): Column[];
  };
  export function useTable<Row>(options: { features: object; columns: Column[]; data: Row[]; getRowId: (row: Row) => string }): {
    getRowModel(): { readonly rows: readonly TableRow[] };
    getHeaderGroups(): readonly { readonly id: string; readonly headers: readonly Cell[] }[];
  };
  export function flexRender(what: string | Column['cell'], context: object): ReactNode;
}
