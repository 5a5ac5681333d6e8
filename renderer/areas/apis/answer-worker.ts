import { rowsOf, type Row, type Rows } from './answer-rows.ts';
import { search, type Found, type Wanted } from './answer-search.ts';

/** Lays out, folds and searches answers beside the page, which stays free while they are large. */

export type Kind = 'json' | 'text';

export type Request =
  | { readonly do: 'piece'; readonly document: number; readonly text: string }
  | { readonly do: 'open'; readonly document: number; readonly kind: Kind }
  | { readonly do: 'rows'; readonly document: number; readonly from: number; readonly to: number }
  | { readonly do: 'toggle'; readonly document: number; readonly row: number }
  | { readonly do: 'fold'; readonly document: number; readonly depth: number | undefined }
  | { readonly do: 'reveal'; readonly document: number; readonly row: number }
  | { readonly do: 'path'; readonly document: number; readonly row: number }
  | { readonly do: 'value'; readonly document: number; readonly row: number }
  | { readonly do: 'search'; readonly document: number; readonly wanted: Wanted }
  | { readonly do: 'text'; readonly document: number; readonly laidOut: boolean }
  | { readonly do: 'close'; readonly document: number };

export interface Answers {
  readonly piece: undefined;
  readonly open: number;
  readonly rows: readonly Row[];
  readonly toggle: number;
  readonly fold: number;
  readonly reveal: { readonly place: number; readonly count: number };
  readonly path: readonly (string | number)[];
  readonly value: string;
  readonly search: Found | undefined;
  readonly text: string;
  readonly close: undefined;
}

interface Document {
  readonly pieces: string[];
  text: string;
  rows: Rows;
  searches: number;
}

const documents = new Map<number, Document>();

function documentOf(id: number): Document {
  let document = documents.get(id);
  if (!document) documents.set(id, (document = { pieces: [], text: '', rows: rowsOf('', 'text'), searches: 0 }));
  return document;
}

const wholeText = ({ rows }: Document) => {
  rows.foldFrom(undefined);
  return rows.visible(0, rows.count).map(({ text, depth, continued }, at) => (continued ? text : `${at === 0 ? '' : '\n'}${'  '.repeat(depth)}${text}`)).join('');
};

function answer(request: Request): unknown {
  const document = documentOf(request.document);
  switch (request.do) {
    case 'piece':
      document.pieces.push(request.text);
      return undefined;
    case 'open':
      document.text = document.pieces.join('');
      document.pieces.length = 0;
      document.rows = rowsOf(document.text, request.kind);
      return document.rows.count;
    case 'rows':
      return document.rows.visible(request.from, request.to);
    case 'toggle':
      document.rows.toggle(request.row);
      return document.rows.visibleCount();
    case 'fold':
      document.rows.foldFrom(request.depth);
      return document.rows.visibleCount();
    case 'reveal':
      return { place: document.rows.reveal(request.row), count: document.rows.visibleCount() };
    case 'path':
      return document.rows.pathOf(request.row);
    case 'value':
      return document.rows.valueOf(request.row);
    case 'search': {
      document.searches += 1;
      const mine = document.searches;
      return search(document.rows, request.wanted, () => document.searches !== mine);
    }
    case 'text':
      return request.laidOut ? wholeText(document) : document.text;
    case 'close':
      documents.delete(request.document);
      return undefined;
  }
}

self.addEventListener('message', ({ data: [id, request] }: MessageEvent<[number, Request]>) => {
  const reply = async () => {
    try {
      self.postMessage([id, await answer(request), undefined]);
    } catch (thrown) {
      self.postMessage([id, undefined, String(thrown)]);
    }
  };
  void reply();
});
