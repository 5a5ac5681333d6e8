import { isSecretMark } from '../../shared/contract/fields.ts';
import { isSecretName, withoutSecrets } from './redact.ts';
import { isRead, type Send } from './send.ts';

/**
 * Keeps stored secrets out of windows, whatever the platform sends: fields that the contract calls secret are answered as
 * marks. A mark that comes back untouched in a write is not sent, so that no platform takes it for the secret's new value.
 */
export const hidingSecrets = (send: Send, fieldsOf: (callName: string) => ReadonlySet<string>): Send => async (call, input, sending) => {
  const fields = fieldsOf(sending.name);
  const sent = isRead(call) ? input : Object.fromEntries(Object.entries(input).filter(([, value]) => !isSecretMark(value)));
  const answered = await send(call, sent, sending);
  return fields.size === 0 ? answered : { ...answered, data: withoutSecrets(answered.data, (name) => fields.has(name)) };
};

/** What counts as secret in the cache and in the log: the contract's secret fields, and names that are so anywhere. */
export const secretIn = (fields: ReadonlySet<string>) => (name: string) => fields.has(name) || isSecretName(name);
