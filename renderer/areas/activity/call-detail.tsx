import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { activity } from '../../../shared/contract/app.ts';
import type { Reply } from '../../../shared/rpc.ts';
import { api } from '../../api/client.ts';
import { Loading } from '../../components/loading.tsx';
import { duration, size } from '../../components/measures.ts';
import { Failure } from '../../components/resource/list-states.tsx';

type Detail = z.infer<typeof activity.calls.get.output>;

/** One call: what was sent and what came back, without secrets. */
export function CallDetail({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const [reply, setReply] = useState<Reply<Detail> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void api.activity.get({ id }, controller.signal).then((reply) => controller.signal.aborted || setReply(reply));
    return () => controller.abort();
  }, [id]);
  return (
    <section className="tr-log-detail" aria-label="Call">
      <div className="tr-pane-head">
        <h2 className="tr-clip">{reply?.ok ? reply.data.call : 'Call'}</h2>
        <Button variant="minimal" size="small" icon={<CrossIcon />} aria-label="Close the call" onClick={onClose} />
      </div>
      {reply === null && <Loading />}
      {reply?.ok === false && <Failure title="This call could not be read" failure={{ error: reply.error }} />}
      {reply?.ok && <Messages call={reply.data} />}
    </section>
  );
}

function Messages({ call }: { readonly call: Detail }) {
  return (
    <div className="tr-log-messages">
      <p className="tr-mono">{call.method} {call.url}</p>
      <p>
        {call.status ?? 'No status'}, {duration(call.duration_ms)}, {size(call.request_bytes)} sent, {size(call.response_bytes)} received
        {call.source === 'cache' && ', from the cache'}
        {call.source === 'computer' && ', sent from this computer'}
        {call.attempt > 1 && `, attempt ${call.attempt}`}
      </p>
      {call.error !== null && <p className="tr-danger">{call.error}</p>}
      <Message title="Request" {...call.request} />
      {call.response && <Message title="Answer" {...call.response} />}
    </div>
  );
}

interface MessageProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

function Message({ title, headers, body }: MessageProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <h3>{title}</h3>
      {lines.length > 0 && <pre className="tr-details">{lines.join('\n')}</pre>}
      {body === null || body === '' ? <p className="tr-muted">No body</p> : <pre className="tr-details">{pretty(body)}</pre>}
    </>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // not JSON: shown as it came
  }
}
