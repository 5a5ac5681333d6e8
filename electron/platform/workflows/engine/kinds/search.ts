import { AppError } from '../../../../../shared/errors.ts';
import { given, type Kind } from './occasion.ts';

/** Documents are searched by the platform's own documents. */
export const vectorSearch: Kind = async ({ data }) => {
  const collection = given(data['collection']);
  throw new AppError('not_available', `${collection === undefined ? 'Documents' : `The collection “${collection.slice(0, 250)}”`} cannot be searched: the platform on this computer does not search documents by meaning yet. Run this workflow on a remote platform.`);
};
