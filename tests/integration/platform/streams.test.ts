import { describe, expect, it } from 'vitest';
import { startTestPlatform } from './platform.ts';

describe('a job that is followed over HTTP', () => {
  it('is sent as server-sent events, from where it stands to its end', async () => {
    await using platform = await startTestPlatform();
    const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });
    const { body } = await platform.call('POST', '/api/router/control_api_server/apiRouterV2', { method_name: 'import-openapi', data: { ...platform.scope, document, async: true } });
    const id = (body['data'] as { job_id: string }).job_id;
    const headers = { authorization: `Bearer ${platform.token}`, 'x-tenant-id': platform.scope.tenant_id };
    const response = await fetch(`${platform.url}/api/jobs/${id}/events`, { headers });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const messages = (await response.text()).split('\n\n').filter((message) => message.startsWith('data: ') || message.startsWith('event: '));
    expect(messages.at(-1)).toBe('event: end\ndata: {}');
    const last = JSON.parse(messages.at(-2)!.replace('data: ', '')) as object;
    expect(last).toMatchObject({ id, state: 'success', progress: 1, result: { endpoint_count: 0 } });
    expect((await platform.call('GET', '/api/jobs')).body).toMatchObject({ data: [{ id, state: 'success' }], totalCount: 1 });
  });

  it('tells a job that is not there as an error of the stream', async () => {
    await using platform = await startTestPlatform();
    const response = await fetch(`${platform.url}/api/jobs/nope/events`, { headers: { authorization: `Bearer ${platform.token}` } });
    expect(await response.text()).toContain('event: error\ndata: {"error":"Not found: job nope"}');
  });

  it('does not hold up the end of the platform', async () => {
    const platform = await startTestPlatform();
    const { body } = await platform.call('POST', '/api/router/control_api_server/apiRouterV2', { method_name: 'import-openapi', data: { ...platform.scope, document: '{}', async: true } });
    const response = await fetch(`${platform.url}/api/jobs/${(body['data'] as { job_id: string }).job_id}/events`, { headers: { authorization: `Bearer ${platform.token}` } });
    const received = textUntilCut(response);
    await platform[Symbol.asyncDispose]();
    // While the job runs it is cut, not ended: a client takes it up again with the next platform.
    const text = await received;
    expect(text.includes('event: end')).toBe(text.includes('"state":"failed"'));
    await expect(fetch(platform.url)).rejects.toThrow('fetch failed');
  });
});

async function textUntilCut(response: Response): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the cut
  }
  return text;
}
