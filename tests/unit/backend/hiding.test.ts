import { expect, it } from 'vitest';
import { hidingSecrets } from '../../../electron/backend/hiding.ts';
import { answered, list, sending, write } from './sending.ts';

const fields = () => new Set(['api_key']);

it('answers a secret field as a mark, whatever the platform sent', async () => {
  const send = hidingSecrets(() => Promise.resolve(answered({ rows: [{ id: '1', api_key: 'sk-1', token: 'kept' }] })), fields);
  expect((await send(list, {}, sending())).data).toEqual({ rows: [{ id: '1', api_key: { $secret: true }, token: 'kept' }] });
});

it('does not send back a secret that nobody touched, and sends one that was entered', async () => {
  const sent: unknown[] = [];
  const send = hidingSecrets((_call, input) => {
    sent.push(input);
    return Promise.resolve(answered(undefined));
  }, fields);
  await send(write, { name: 'n', api_key: { $secret: true } }, sending());
  await send(write, { name: 'n', api_key: 'sk-2' }, sending());
  expect(sent).toEqual([{ name: 'n' }, { name: 'n', api_key: 'sk-2' }]);
});
