import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, group, local, required, stream } from '../../../shared/contract/define.ts';
import { AppError, type ErrorValue } from '../../../shared/errors.ts';
import { client, serve, type Backend } from '../../../shared/rpc.ts';

const contract = {
  things: group({
    list: call({ method: 'GET', path: '/things', scope: ['tenant_id'], fallback: 'Failed to fetch things' }),
    save: local({ input: z.object({ name: required('Name is required') }), output: z.object({ name: z.string() }), fallback: 'Failed to save' }),
    follow: stream({ input: { upTo: z.number() }, event: z.number(), fallback: 'Failed to follow' }),
  }),
};

function serving(backend: Partial<Backend>) {
  const seen: unknown[] = [];
  const transport = serve(contract, {
    call: (_call, input, context) => {
      seen.push([context.name, input]);
      return Promise.resolve({ data: input, meta: { source: 'platform' } });
    },
    async *subscribe(_stream, { upTo }) {
      for (let index = 1; index <= (upTo as number); index++) yield await Promise.resolve(index);
    },
    ...backend,
  });
  return { transport, api: client(contract, transport), seen };
}

const failing = (thrown: Error) => serving({ call: () => Promise.reject(thrown) }).transport.call('things.list', { tenant_id: 't' });

/** Everything that a subscription says, and how it ended. */
const collected = (subscribe: (subscriber: { event(event: unknown): void; end(error?: ErrorValue): void }) => unknown) =>
  new Promise<{ events: unknown[]; error: ErrorValue | undefined }>((resolve) => {
    const events: unknown[] = [];
    subscribe({ event: (event) => events.push(event), end: (error) => resolve({ events, error }) });
  });

describe('calls', () => {
  it('reach the backend by their names, validated', async () => {
    const { api, seen } = serving({});
    expect(await api.things.save({ name: ' a ' })).toEqual({ ok: true, data: { name: 'a' }, meta: { source: 'platform' } });
    expect(seen).toEqual([['things.save', { name: 'a' }]]);
  });

  it.each(['things.steal', 'nothing.list', 'toString', 'things.constructor', 'things.follow', ''])('of the unknown name “%s” never reach it', async (name) => {
    const { transport, seen } = serving({});
    expect(await transport.call(name, {})).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    expect(seen).toEqual([]);
  });

  it.each([undefined, null, 'text', 7, [], { name: '' }, { name: '  ' }, { name: 7 }])('with the input %j never reach it, and say which field is wrong', async (input) => {
    const { transport, seen } = serving({});
    expect(await transport.call('things.save', input)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(seen).toEqual([]);
  });

  it('name each bad field, and the first one in the message', async () => {
    const { transport } = serving({});
    expect(await transport.call('things.list', { environment_id: 7 })).toMatchObject({
      error: { message: 'Tenant must be selected', problems: [{ path: ['tenant_id'], message: 'Tenant must be selected' }, { path: ['environment_id'] }] },
    });
  });

  it('turn what is thrown into values', async () => {
    expect(await failing(new AppError('server', 'Down', { status: 503 }))).toEqual({ ok: false, error: { code: 'server', message: 'Down', status: 503 } });
    expect(await failing(new Error('boom'))).toEqual({
      ok: false, error: { code: 'internal', message: 'An unknown error occurred while fetching things', details: 'boom' },
    });
  });

  it('hand the caller’s signal to the backend', async () => {
    const controller = new AbortController();
    const { api } = serving({ call: (_call, _input, { signal }) => Promise.resolve({ data: signal === controller.signal, meta: { source: 'platform' } }) });
    expect(await api.things.list({ tenant_id: 't' }, controller.signal)).toMatchObject({ data: true });
  });
});

describe('subscriptions', () => {
  it('give each event, then the end', async () => {
    const { api } = serving({});
    expect(await collected((subscriber) => api.things.follow({ upTo: 3 }, subscriber))).toEqual({ events: [1, 2, 3], error: undefined });
  });

  it.each([['things.list', {}, 'unknown_call'], ['things.none', {}, 'unknown_call'], ['things.follow', { upTo: 'x' }, 'invalid_input']])('to %s with %j end with %s', async (name, input, code) => {
    const { transport } = serving({});
    const { events, error } = await collected((subscriber) => transport.subscribe(name, input, subscriber));
    expect([events, error?.code]).toEqual([[], code]);
  });

  it('end with the error of their source', async () => {
    const { api } = serving({
      async *subscribe() {
        yield await Promise.resolve(1);
        throw new AppError('unreachable', 'Gone');
      },
    });
    expect(await collected((subscriber) => api.things.follow({ upTo: 1 }, subscriber))).toEqual({ events: [1], error: { code: 'unreachable', message: 'Gone' } });
  });

  it('say nothing more once they are left', async () => {
    const left = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const events: unknown[] = [];
    const { api } = serving({
      async *subscribe(_stream, _input, { signal }) {
        try {
          yield await Promise.resolve(1);
          await left.promise;
          yield signal.aborted;
        } finally {
          stopped.resolve();
        }
      },
    });
    const leave = api.things.follow({ upTo: 1 }, {
      event: (event) => {
        events.push(event);
        leave();
        left.resolve();
      },
      end: () => events.push('end'),
    });
    await stopped.promise;
    expect(events).toEqual([1]);
  });
});
