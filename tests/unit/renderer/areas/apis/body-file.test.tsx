import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setHost } from '../../../../../renderer/api/host.ts';
import { BodyFile } from '../../../../../renderer/areas/apis/body-file.tsx';
import type { FileOfBody } from '../../../../../renderer/areas/apis/request-body.ts';
import { resetAppState } from '../../../../../renderer/state/define-state.ts';
import { takeSession } from '../../../../../renderer/state/session.ts';
import { fresh, manualHost, refused, type ManualHost } from '../../lists/manual-host.ts';
import { memberSession } from '../../memory-host.ts';

let host: ManualHost;
let chosen: FileOfBody;

beforeEach(() => {
  resetAppState();
  host = manualHost();
  setHost(host);
  takeSession(memberSession);
  chosen = {};
});
afterEach(cleanup);

function Field() {
  const [file, setFile] = useState<FileOfBody>({});
  return <BodyFile label="File of the body" file={file} onChoose={(next) => setFile((chosen = next))} />;
}
const choose = (size: number, name = 'disk.iso') => fireEvent.change(screen.getByLabelText('File of the body'), { target: { files: [new File([new Uint8Array(size)], name, { type: 'application/x-iso' })] } });
const piece_bytes = 1_000_000;
const told = (received: number, size = 2_500_000) => fresh({ upload_id: 'u1', filename: 'disk.iso', size, received, piece_bytes });
const called = (name: string) => host.calls.filter((call) => call.name === `composerUploads.${name}`);
const next = async (name: string, at: number) => {
  await expect.poll(() => called(name).length).toBeGreaterThan(at);
  return called(name)[at]!;
};

describe('a file of a body', () => {
  test('stands in the request where it is small [X-016]', async () => {
    render(<Field />);
    choose(3, 'a.bin');
    await expect.poll(() => chosen).toEqual({ filename: 'a.bin', content_type: 'application/x-iso', content: 'AAAA' });
    expect(host.calls.filter(({ name }) => name.startsWith('composerUploads'))).toEqual([]);
  });

  test('that is large is uploaded piece by piece, with its progress, and stands in the request by its id', async () => {
    render(<Field />);
    choose(2_500_000);
    await (await next('beginHere', 0)).answer(told(0));
    await expect.poll(() => chosen).toEqual({ filename: 'disk.iso', content_type: 'application/x-iso', upload: 'u1', size: 2_500_000 });
    const first = await next('writeHere', 0);
    expect(first.input).toMatchObject({ upload_id: 'u1', offset: 0 });
    await first.answer(told(1_000_000));
    expect(await screen.findByText('1.0 MB of 2.5 MB')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Upload of disk.iso' })).toBeTruthy();
    await (await next('writeHere', 1)).answer(told(2_000_000));
    const last = await next('writeHere', 2);
    expect(last.input).toMatchObject({ offset: 2_000_000 });
    expect(atob((last.input as { content: string }).content)).toHaveLength(500_000);
    await last.answer(told(2_500_000));
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('disk.iso, 2.5 MB')).toBeTruthy();
  });

  test('is cancelled on the way: no further piece goes out, and what there is of it is discarded', async () => {
    render(<Field />);
    choose(2_500_000);
    await (await next('beginHere', 0)).answer(told(0));
    await next('writeHere', 0);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the upload of disk.iso' }));
    expect(chosen).toEqual({ filename: '', content: '' });
    expect((await next('discardHere', 0)).input).toMatchObject({ upload_id: 'u1' });
    await called('writeHere')[0]!.answer(told(1_000_000));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(called('writeHere')).toHaveLength(1);
  });

  test('that is refused says why, and so does one that broke off, or is gone', async () => {
    render(<Field />);
    choose(2_500_000);
    await (await next('beginHere', 0)).answer(refused('too_large', 'A request carries a file of 500 MiB at most.'));
    expect((await screen.findByRole('alert')).textContent).toContain('“disk.iso” has 2.5 MB. A request carries a file of 500 MiB at most.');
    expect(chosen).toEqual({});
    choose(2_500_000);
    await (await next('beginHere', 1)).answer(told(0));
    await (await next('writeHere', 0)).answer(refused('storage', 'The disk is full.'));
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe('The disk is full.');
    cleanup();
    render(<BodyFile label="File of the body" file={{ filename: 'old.iso', upload: 'gone', size: 9 }} onChoose={() => undefined} />);
    await (await next('getHere', 0)).answer(refused('not_found', 'This file is not kept any more. Choose it again.'));
    expect((await screen.findByRole('alert')).textContent).toContain('not kept any more');
  });
});
