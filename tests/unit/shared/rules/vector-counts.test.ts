import { describe, expect, it } from 'vitest';
import { afterDelete, afterUpload } from '../../../../shared/rules/vector-counts.ts';

const collections = [{ name: 'a', document_count: 2 }, { name: 'b' }];

describe('how many documents a collection has', () => {
  it.each([
    ['one more', 'a', [3, undefined]],
    ['the first of one without a count', 'b', [2, 1]],
    ['the first of a new collection', 'c', [2, undefined, 1]],
  ])('after an upload: %s [S-040]', (_title, name, counts) => {
    expect(afterUpload(collections, name).map(({ document_count }) => document_count)).toEqual(counts);
  });

  it.each([
    ['one less', 'a', [1, undefined]],
    ['never below none', 'b', [2, 0]],
    ['nothing for an unknown one', 'c', [2, undefined]],
  ])('after a delete: %s [S-041]', (_title, name, counts) => {
    expect(afterDelete(collections, name).map(({ document_count }) => document_count)).toEqual(counts);
  });
});
