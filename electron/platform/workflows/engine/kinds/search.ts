import { AppError } from '../../../../../shared/errors.ts';
import { asText } from '../../../agents/chat.ts';
import { given, type Kind } from './occasion.ts';

/** Finds documents by the same call as anybody else. */
export const vectorSearch: Kind = async ({ core, caller, data, input, fill, signal }) => {
  const query = given(data['query']);
  const searchText = asText(query === undefined ? input : fill(query)).trim();
  if (searchText === '') throw new AppError('invalid_input', 'There is nothing to look for. Write a question, or hand one on as the node’s input.');
  const collectionName = given(data['collection']);
  const output = await core.ask('vectorverse.search', { searchText, maxResults: data['limit'] ?? 10, ...(collectionName === undefined ? {} : { collectionName }) }, { caller, signal });
  return { output };
};
